import type { Knex } from 'knex';
import type { Functions } from './sql.js';

declare module 'knex' {
    namespace Knex {
        interface TableBuilder {
            /** A column of type bloom, or bloom(capacity, error_rate) */
            bloom(name: string, capacity?: number, errorRate?: number): Knex.ColumnBuilder;
        }
    }
}

/** For the pool's option of this name: columns of type bloom are then read as Filter. */
export function afterCreate(client: any, done: (error: any, client: any) => void): void;

type Expression = Knex.Raw | Knex.Ref<any, any> | Knex.QueryBuilder;
type All = Functions<string | Expression, Expression, Knex.Raw<boolean>, Knex.Raw>;
type WithKnex<F> = F extends (...operands: infer Operands) => infer Result ? (knex: Knex, ...operands: Operands) => Result : never;

// The first parameter is a Knex, or a transaction
export const contains: WithKnex<All['contains']>;
export const containsAny: WithKnex<All['containsAny']>;
export const containsAll: WithKnex<All['containsAll']>;
export const containedBy: WithKnex<All['containedBy']>;
export const bloomAdd: WithKnex<All['bloomAdd']>;
export const bloomAddAll: WithKnex<All['bloomAddAll']>;
export const bloomUnion: WithKnex<All['bloomUnion']>;
export const bloomAgg: WithKnex<All['bloomAgg']>;
export const bloomUnionAgg: WithKnex<All['bloomUnionAgg']>;
