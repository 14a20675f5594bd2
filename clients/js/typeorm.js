// Filters in TypeORM

import { EventSubscriber, Raw, UpdateQueryBuilder } from 'typeorm';

import { Filter } from './bloomext.js';
import { checkOptions } from './module.js';
import { Parameter, functionsFor, quote } from './sql.js';
import { isAddition, parse, parseArray, serialize, serializeArray } from './types.js';

// The transformer of the column that a filter was read from, or saved in, with the data source, the row and
// the transaction; the open transaction, or savepoint, of a connection
const origins = new WeakMap(), saved = new WeakMap(), open = new WeakMap();

// false if it was rolled back, undefined while it is open
const isCommitted = transaction => !transaction || transaction.committed && isCommitted(transaction.outer);

// { ...site, name } is another entity of the same row
const rowOf = ({ tablePath, primaryColumns }, entity) =>
    [tablePath, ...primaryColumns.map(column => column.getEntityValue(entity))].join('\0');

const isIn = (known, metadata, entity) => known.source === metadata.connection && known.row === rowOf(metadata, entity);

// Called by save() for each row that it updates.  A filter that was read, or saved
// in that row, is added to the row's, unless it is that of another column.
const { whereEntity } = UpdateQueryBuilder.prototype;
UpdateQueryBuilder.prototype.whereEntity = function (entity) {
    const { callListeners, mainAlias: { metadata }, valuesSet } = this.expressionMap;
    // save() calls them itself
    for (const column of callListeners ? [] : metadata.columns) {
        const filter = column.type === 'bloom' && column.getEntityValue(valuesSet), known = saved.get(filter);
        const isSaved = known && isCommitted(known.transaction), { transformer } = column;
        const origin = isSaved ? known.transformer : origins.get(filter) ?? transformer;
        const isElsewhere = origin !== transformer && metadata.columns.some(each => each.transformer === origin);
        if (!isElsewhere && isAddition(filter, isSaved && isIn(known, metadata, entity)))
            column.setEntityValue(valuesSet, () =>
                `bloom_union(coalesce(${quote(column.databaseName)}, bloom()), E'\\${serialize(filter)}'::bloom)`);
    }
    return whereEntity.call(this, entity);
};

function end(queryRunner, committed) {
    const transaction = open.get(queryRunner);
    if (transaction) {
        transaction.committed = committed;
        open.set(queryRunner, transaction.outer);
    }
}

class Saving {
    afterInsert({ entity, metadata, queryRunner }) {
        for (const column of entity ? metadata.columns : []) {
            let filter = column.type === 'bloom' && column.getEntityValue(entity);
            const { transformer } = column, known = saved.get(filter);
            const kept = known && isCommitted(known.transaction) !== false;
            if (!(filter instanceof Filter) || kept && isIn(known, metadata, entity) && known.transformer === transformer)
                continue;
            if (kept)
                column.setEntityValue(entity, filter = filter.copy());
            saved.set(filter, { source: metadata.connection, row: rowOf(metadata, entity), transformer,
                transaction: open.get(queryRunner) });
        }
    }

    afterUpdate(event) {
        // update() lists no columns
        if (event.updatedColumns.length > 0)
            this.afterInsert(event);
    }

    afterTransactionStart({ queryRunner }) {
        open.set(queryRunner, { outer: open.get(queryRunner) });
    }

    afterTransactionCommit({ queryRunner }) {
        end(queryRunner, true);
    }

    afterTransactionRollback({ queryRunner }) {
        end(queryRunner, false);
    }
}
EventSubscriber()(Saving);

/** Makes a data source accept columns of type bloom; before its initialize() */
export function register(dataSource) {
    const { driver: { supportedDataTypes }, options } = dataSource;
    const subscribers = Object.values(options.subscribers ?? []);
    if (!supportedDataTypes.includes('bloom'))
        supportedDataTypes.push('bloom');
    if (!subscribers.includes(Saving))
        dataSource.setOptions({ subscribers: [...subscribers, Saving] });
    return dataSource;
}

/** The options of a column, for @Column() and EntitySchema */
export function bloom(options = {}) {
    checkOptions(options, ['name', 'nullable', 'array', 'default', 'comment', 'select', 'insert', 'update']);
    // TypeORM compares the texts to find out what save() has to write. Null, and a
    // function that gives an expression, stay as they are.
    const transformer = {
        to: value => Array.isArray(value) ? serializeArray(value) :
            value instanceof Filter || ArrayBuffer.isView(value) ? serialize(value) : value,
        from(value) {
            const read = typeof value !== 'string' ? value : value.startsWith('{') ? parseArray(value) : parse(value);
            for (const filter of [read].flat(Infinity))
                if (filter instanceof Filter)
                    origins.set(filter, transformer);
            return read;
        },
    };
    return { ...options, type: 'bloom', transformer };
}

// Find operators. The column's place in the SQL text is only known when the
// query is built. All operators of a query share its names of parameters.
const COLUMN = {};
let last = 0;

const operators = functionsFor(operand => operand === COLUMN, (strings, ...operands) => {
    const parameters = {};
    const texts = operands.map(operand => {
        if (operand === COLUMN)
            return operand;
        if (!(operand instanceof Parameter))
            throw new TypeError('a value or a Filter is expected');
        const name = `bloomext_${++last}`;
        parameters[name] = operand.value instanceof Filter ? serialize(operand.value) : operand.value;
        return `:${name}::${operand.type}`;
    });
    return Raw(column => String.raw({ raw: strings }, ...texts.map(text => text === COLUMN ? column : text)), parameters);
});

export const contains = (...operands) => operators.contains(COLUMN, ...operands);
export const containsAny = (...operands) => operators.containsAny(COLUMN, ...operands);
export const containsAll = (...operands) => operators.containsAll(COLUMN, ...operands);
export const containedBy = filter => operators.containedBy(COLUMN, filter);
