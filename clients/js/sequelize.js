// Filters in Sequelize

import { DataTypes, Sequelize, Utils } from 'sequelize';

import { CHANGED, Filter } from './filter.js';
import { Parameter, columnType, functionsFor, quoteName, textOf } from './sql.js';
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

    // Whether save() has to write it.  Changes in place of a new filter are not noticed before it is saved
    _isChanged(value, original) {
        const isNew = value instanceof Filter && value[CHANGED] === undefined;
        return isNew && value !== original || String(value) !== String(original);
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

// The instances, or arrays, that assigned filters were first saved in; other instances get copies
const owners = new WeakMap();

const isOfOther = (instance, filter) => (owners.get(filter) ?? instance) !== instance;

const hasFilters = attribute => attribute?.type instanceof Type || attribute?.type.type instanceof Type;

const filtersOf = value => [value].flat(Infinity).filter(each => each instanceof Filter);

// save() asks what to write: also filters that were changed in place.  Then it calls
// changed(name, false).  What was written is as if read from then on.
const { changed } = Sequelize.Model.prototype;
Sequelize.Model.prototype.changed = function (key, value) {
    const { dataValues, constructor: { rawAttributes } } = this;
    for (const name of key === undefined ? Object.keys(rawAttributes) : [key]) {
        if (!hasFilters(rawAttributes[name]))
            continue;
        if (value === false && isOfOther(this, dataValues[name])) {
            this._previousDataValues[name] = dataValues[name] = dataValues[name].copy();
            dataValues[name][CHANGED] = undefined;
        }
        for (const filter of filtersOf(dataValues[name])) {
            if (filter[CHANGED])
                changed.call(this, name, true);
            if (value === false && filter[CHANGED] === undefined) {
                filter[CHANGED] = false;
                owners.set(filter, filter === dataValues[name] ? this : dataValues[name]);
            }
        }
    }
    return changed.call(this, key, value);
};

// A filter that was read or saved in the column, or a copy of one that was read, is added to the row's
function unite({ queryGenerator }, instance, values) {
    const { constructor: { rawAttributes }, _previousDataValues: previous } = instance;
    for (const [name, attribute] of Object.entries(rawAttributes)) {
        const { field } = attribute, value = values[field];
        if (!hasFilters(attribute) || isOfOther(instance, value))
            continue;
        if (isAddition(value) && (value === previous[name] ||
            !owners.has(value) && !filtersOf(Object.values(previous)).includes(value)))
            values[field] = bloomUnion(Sequelize.literal(`coalesce(${queryGenerator.quoteIdentifier(field)}, bloom())`), value);
        for (const filter of filtersOf(value))
            filter[CHANGED] &&= false;
    }
}

// save() calls its update().  An instance of Sequelize can be older than this module
const wrapped = new WeakSet();
const { getQueryInterface } = Sequelize.prototype;
Sequelize.prototype.getQueryInterface = function () {
    const queryInterface = getQueryInterface.call(this), { update } = queryInterface;
    if (!wrapped.has(queryInterface)) {
        wrapped.add(queryInterface);
        queryInterface.update = function (instance, table, values, ...rest) {
            unite(this, instance, values);
            return update.call(this, instance, table, values, ...rest);
        };
    }
    return queryInterface;
};
