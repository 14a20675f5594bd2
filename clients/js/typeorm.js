// Filters in TypeORM

import { EventSubscriber, Raw } from 'typeorm';

import { Filter } from './bloomext.js';
import { checkOptions } from './module.js';
import { Parameter, functionsFor, quote } from './sql.js';
import { isAddition, parse, parseArray, serialize, serializeArray } from './types.js';

// The row of a filter, with the transaction that saved it; the transaction of a connection.
// A transaction is committed, not yet (false), or rolled back (null)
const saved = new WeakMap(), transactions = new WeakMap();

// { ...site, name } is another entity of the same row
const rowOf = ({ tablePath, primaryColumns }, entity) =>
    [tablePath, ...primaryColumns.map(column => column.getEntityValue(entity))].join('\0');

// Its functions give filters back to their entities if it fails
function transactionOf(queryRunner) {
    if (!transactions.has(queryRunner))
        transactions.set(queryRunner, { committed: false, replaced: new Set() });
    return transactions.get(queryRunner);
}

function end({ queryRunner }, committed) {
    if (transactions.has(queryRunner) && !queryRunner.isTransactionActive) {
        transactions.get(queryRunner).committed = committed;
        transactions.delete(queryRunner);
    }
}

// Called for each row that save() has to write.  A filter that was read, or saved
// in that row, is added to the row's.  A function takes its place until TypeORM
// writes the SQL text.
class Uniting {
    beforeUpdate({ entity, metadata, updatedColumns, queryRunner }) {
        for (const column of updatedColumns) {
            const filter = column.getEntityValue(entity), known = saved.get(filter);
            if (column.type === 'bloom' && isAddition(filter, known?.transaction.committed && known.row === rowOf(metadata, entity))) {
                const { replaced } = transactionOf(queryRunner);
                const restore = () => {
                    if (replaced.delete(restore) && column.getEntityValue(entity) === expression)
                        column.setEntityValue(entity, filter);
                };
                const expression = () => {
                    restore();
                    return `bloom_union(coalesce(${quote(column.databaseName)}, bloom()), E'\\${serialize(filter)}'::bloom)`;
                };
                replaced.add(restore);
                column.setEntityValue(entity, expression);
            }
        }
    }

    afterInsert({ entity, metadata, queryRunner }) {
        const transaction = queryRunner.isTransactionActive ? transactionOf(queryRunner) : { committed: true };
        for (const column of entity ? metadata.columns : []) {
            let filter = column.type === 'bloom' && column.getEntityValue(entity);
            if (!(filter instanceof Filter))
                continue;
            const row = rowOf(metadata, entity), known = saved.get(filter);
            if (known && known.row !== row && known.transaction.committed !== null)
                column.setEntityValue(entity, filter = filter.copy());
            if (!saved.get(filter)?.transaction.committed)
                saved.set(filter, { row, transaction });
        }
    }

    afterUpdate(event) {
        this.afterInsert(event);
    }

    afterTransactionCommit(event) {
        end(event, true);
    }

    beforeTransactionRollback({ queryRunner }) {
        transactions.get(queryRunner)?.replaced.forEach(restore => restore());
    }

    afterTransactionRollback(event) {
        end(event, null);
    }
}
EventSubscriber()(Uniting);

/** Makes a data source accept columns of type bloom; before its initialize() */
export function register(dataSource) {
    const { driver: { supportedDataTypes }, options } = dataSource;
    const subscribers = Object.values(options.subscribers ?? []);
    if (!supportedDataTypes.includes('bloom'))
        supportedDataTypes.push('bloom');
    if (!subscribers.includes(Uniting))
        dataSource.setOptions({ subscribers: [...subscribers, Uniting] });
    return dataSource;
}

// TypeORM compares the texts to find out what save() has to write. Null, and a
// function that gives an expression, stay as they are.
const transformer = {
    to: value => Array.isArray(value) ? serializeArray(value) :
        value instanceof Filter || ArrayBuffer.isView(value) ? serialize(value) : value,
    from: value => typeof value !== 'string' ? value : value.startsWith('{') ? parseArray(value) : parse(value),
};

/** The options of a column, for @Column() and EntitySchema */
export function bloom(options = {}) {
    checkOptions(options, ['name', 'nullable', 'array', 'default', 'comment', 'select', 'insert', 'update']);
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
