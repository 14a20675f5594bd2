// Filters in Sequelize

import { DataTypes, Sequelize, Utils } from 'sequelize';

import { CHANGED, Filter } from './filter.js';
import { Parameter, columnType, functionsFor, quote, quoteName, textOf } from './sql.js';
import { isAddition, parse, serialize } from './types.js';

// Sequelize creates types from the options of others
class Type extends DataTypes.ABSTRACT.prototype.constructor {
    constructor(capacity, errorRate) {
        super();
        this.options = typeof capacity === 'object' ? capacity : { capacity, errorRate };
    }

    toSql() {
        return columnType(this.options.capacity, this.options.errorRate);
    }

    _stringify(value) {
        return value === null ? null : serialize(value);
    }

    // Whether save() has to write it
    _isChanged(value, original) {
        return String(value) !== String(original);
    }

    static parse(value) {
        return parse(value);
    }
}
Type.prototype.key = Type.key = 'BLOOM';
Type.types = { postgres: ['bloom'] };

/** The type of a column */
export const BLOOM = Utils.classToInvokable(Type);

// Here Sequelize looks for the types of columns and of results
DataTypes.BLOOM = DataTypes.postgres.BLOOM = BLOOM;

// Sequelize puts values into the text of a query, and then replaces $1, :name
// and ? there, in some queries even within quotes. So these characters are
// escaped, too.
const literal = text => `E'${text.replace(/['\\$:?\0]/g, character =>
    `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`)}'`;

const isExpression = operand => operand instanceof Utils.SequelizeMethod;

function place(operand) {
    if (operand instanceof Parameter)
        return `${operand.value === null ? 'NULL' : literal(textOf(operand.value))}::${operand.type}`;
    if (operand instanceof Utils.Literal)
        return operand.val;
    const name = operand instanceof Utils.Col ? operand.col : operand;
    if (typeof name !== 'string')
        throw new TypeError('the name of a column, or an expression of Sequelize.literal or Sequelize.col, is expected');
    return quoteName(name);
}

export const {
    contains, containsAny, containsAll, containedBy, bloomAdd, bloomAddAll, bloomUnion, bloomAgg, bloomUnionAgg,
} = functionsFor(isExpression, (strings, ...operands) => Sequelize.literal(String.raw({ raw: strings }, ...operands.map(place))));

// The instances that assigned filters were first saved with; others get copies
const owners = new WeakMap();

const isOfOther = (instance, filter) => (owners.get(filter) ?? instance) !== instance;

function* filtersOf(instance) {
    for (const [name, { field, type }] of Object.entries(instance.constructor.rawAttributes)) {
        const filter = instance.dataValues[name];
        if (type instanceof Type && filter instanceof Filter)
            yield [name, filter, field];
    }
}

// A copy that replaces the filter of a row
function assigned(filter) {
    const copy = filter.copy();
    copy[CHANGED] = undefined;
    return copy;
}

// Called after Sequelize has found out what save() writes.  A filter that was read
// is added to the row's.  An expression takes its place until it writes the SQL text.
function unite(instance, { fields, defaultFields, silent }) {
    const { _timestampAttributes: { updatedAt }, _versionAttribute } = instance.constructor;
    for (const [name, filter, field] of filtersOf(instance)) {
        const addition = isAddition(filter);
        if (!(fields.includes(name) ? addition || filter[CHANGED] : defaultFields && filter[CHANGED]))
            continue;
        instance.changed(name, true);
        if (!fields.length) {       // otherwise Sequelize has added these
            if (_versionAttribute)
                fields.push(_versionAttribute);
            if (updatedAt && !silent) {
                fields.push(updatedAt);
                instance.dataValues[updatedAt] = new Date();
            }
        }
        if (!addition) {
            filter[CHANGED] = false;        // a counting filter, which replaces that of the row
            continue;
        }
        if (isOfOther(instance, filter)) {
            instance.dataValues[name] = assigned(filter);
            continue;
        }
        const { val } = bloomUnion(Sequelize.literal(`coalesce(${quote(field)}, bloom())`), filter);
        instance.dataValues[name] = Object.defineProperty(Sequelize.literal(val), 'val', {
            get() {
                instance.dataValues[name] = filter;
                filter[CHANGED] = false;
                return val;
            },
        });
    }
}

// What was assigned and saved is as if read from then on
function keep(instance, { fields }) {
    for (let [name, filter] of filtersOf(instance)) {
        if (!fields.includes(name))
            continue;
        if (isOfOther(instance, filter))
            filter = instance.dataValues[name] = assigned(filter);
        if (filter[CHANGED] === undefined) {
            filter[CHANGED] = false;
            owners.set(filter, instance);
        }
    }
}

Sequelize.addHook('afterInit', sequelize => {
    sequelize.addHook('beforeUpdate', unite);
    sequelize.addHook('afterCreate', keep);
    sequelize.addHook('afterUpdate', keep);
    sequelize.addHook('afterBulkCreate', (instances, options) => instances.forEach(instance => keep(instance, options)));
});
