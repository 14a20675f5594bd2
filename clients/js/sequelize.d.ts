import type { AbstractDataTypeConstructor, AbstractDataType, Utils } from 'sequelize';
import type { Functions } from './sql.js';

interface BloomConstructor extends AbstractDataTypeConstructor {
    new (capacity?: number, errorRate?: number): AbstractDataType;
    (capacity?: number, errorRate?: number): AbstractDataType;
}

/** The type of a column: BLOOM, or BLOOM(capacity, errorRate); also DataTypes.BLOOM */
export const BLOOM: BloomConstructor;

type Expression = Utils.Literal | Utils.Col;
type All = Functions<string | Expression, Expression, Utils.Literal, Utils.Literal>;

export const contains: All['contains'];
export const containsAny: All['containsAny'];
export const containsAll: All['containsAll'];
export const containedBy: All['containedBy'];
export const bloomAdd: All['bloomAdd'];
export const bloomAddAll: All['bloomAddAll'];
export const bloomUnion: All['bloomUnion'];
export const bloomAgg: All['bloomAgg'];
export const bloomUnionAgg: All['bloomUnionAgg'];
