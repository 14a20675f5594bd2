// Filters in Sequelize

import { DataTypes, Sequelize, Utils } from 'sequelize';

import { Parameter, columnType, functionsFor, quoteName, textOf } from './sql.js';
import { parse, serialize } from './types.js';

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
const quote = text => `E'${text.replace(/['\\$:?\0]/g, character =>
    `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`)}'`;

const isExpression = operand => operand instanceof Utils.SequelizeMethod;

function place(operand) {
    if (operand instanceof Parameter)
        return `${operand.value === null ? 'NULL' : quote(textOf(operand.value))}::${operand.type}`;
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
