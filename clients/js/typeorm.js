// Filters in TypeORM

import { EventSubscriber, Raw } from 'typeorm';

import { Filter } from './bloomext.js';
import { checkOptions } from './module.js';
import { Parameter, functionsFor, quote } from './sql.js';
import { isAddition, parse, parseArray, serialize, serializeArray } from './types.js';

// The transaction that has saved a filter with an entity, and that of a connection.
// Neither keeps an entity: a long transaction saves many
const saved = new WeakMap(), transactions = new WeakMap();

// The functions that give the filters of a transaction back to their entities if it fails
const replaced = new WeakMap();

// Called for each row that save() has to write.  A filter that was read, or saved
// with its entity, is added to the one in the row.  A function takes its place
// until TypeORM writes the SQL text.
class Uniting {
    beforeUpdate({ entity, updatedColumns, queryRunner }) {
        for (const column of updatedColumns) {
            const filter = column.getEntityValue(entity);
            if (column.type === 'bloom' && isAddition(filter, saved.get(filter)?.get(entity)?.committed)) {
                const restore = () => {
                    if (column.getEntityValue(entity) === expression)
                        column.setEntityValue(entity, filter);
                    replaced.get(queryRunner).delete(restore);
                };
                const expression = () => {
                    restore();
                    return `bloom_union(coalesce(${quote(column.databaseName)}, bloom()), E'\\${serialize(filter)}'::bloom)`;
                };
                if (!replaced.has(queryRunner))
                    replaced.set(queryRunner, new Set());
                replaced.get(queryRunner).add(restore);
                column.setEntityValue(entity, expression);
            }
        }
    }

    beforeTransactionRollback({ queryRunner }) {
        replaced.get(queryRunner)?.forEach(restore => restore());
    }

    afterInsert({ entity, metadata, queryRunner }) {
        const active = queryRunner.isTransactionActive;
        const transaction = active && transactions.get(queryRunner) || { committed: !active };
        if (active)
            transactions.set(queryRunner, transaction);
        for (const column of entity ? metadata.columns : []) {
            const filter = column.type === 'bloom' && column.getEntityValue(entity);
            if (!(filter instanceof Filter))
                continue;
            if (!saved.has(filter))
                saved.set(filter, new WeakMap());
            if (!saved.get(filter).get(entity)?.committed)
                saved.get(filter).set(entity, transaction);
        }
    }

    afterUpdate(event) {
        this.afterInsert(event);
    }

    afterTransactionCommit(event) {
        if (!event.queryRunner.isTransactionActive && transactions.has(event.queryRunner))
            transactions.get(event.queryRunner).committed = true;
        this.afterTransactionRollback(event);
    }

    afterTransactionRollback({ queryRunner }) {
        if (!queryRunner.isTransactionActive)
            transactions.delete(queryRunner);
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
