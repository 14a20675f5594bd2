// Code that the types allow or refuse; it is only compiled
import { Filter, BloomError, type Info } from 'bloomext';
import { register } from 'bloomext/pg';
import { register as registerPostgres } from 'bloomext/postgres';

import pg, { type Client, type Pool, type PoolClient } from 'pg';
import postgres from 'postgres';

declare const client: Client, pool: Pool, lent: PoolClient;

export async function use(bytes: Uint8Array): Promise<void> {
    await register(client);
    await register(pool);
    await register(lent);
    await register(client, pg.types);
    const sql = postgres() as postgres.Sql<{ bloom: Filter }>;
    await registerPostgres(sql);
    const filter = new Filter(bytes);
    await sql`INSERT INTO sites ${sql({ urls: filter, list: [filter, null] })} WHERE urls = ${filter}`;
    const found: boolean = filter.has('x') || filter.has(1n) || filter.has(bytes);
    const many: boolean[] = filter.hasMany(new Set(['x']));
    const info: Info = new Filter('\\x').info;
    const seed: bigint = info.seed;
    // @ts-expect-error: no value
    filter.has(null);
    // @ts-expect-error: hashes are bigints
    filter.hasHash(1);
    // @ts-expect-error: it has no such field
    info.nothing;
    const built: Filter = Filter.create(1000, 0.01, { seed: 1n, class: 'uuid' }).add('x').addAll(['y']).union(filter, filter.copy()).intersection(filter);
    const text: string = JSON.stringify(Filter.from(built.toBytes()));
    Filter.build([1, 2n], undefined, 0.01, { elastic: true }).addHashes([1n]);
    // @ts-expect-error: no such class
    Filter.create(10, 0.01, { class: 'date' });
    // @ts-expect-error: no values
    filter.addAll(5);
    // @ts-expect-error: a single value
    filter.addAll('abc');
    // @ts-expect-error: a single value
    Filter.build(bytes);
    // @ts-expect-error: a single value
    filter.hasMany(Buffer.from('abc'));
    // @ts-expect-error: no values
    filter.addAll([null]);
    Filter.build(new Set(['x']), 10).addAll(new Float64Array(3)).addAll(function* () { yield 'x'; }()).add(new Date());
    const counting: Filter = Filter.create(10, 0.01, { counting: true }).add('x').remove('x').removeRaw('date', bytes);
    const shared: number = counting.jaccard(filter) + filter.unionCardinality(built) + filter.intersectionCardinality(built);
    Filter.build(['x'], 10, 0.01, { growth: 2 });
    // @ts-expect-error: no such growth
    Filter.create(10, 0.01, { growth: 3 });
    // @ts-expect-error: no filter
    filter.jaccard(bytes);
    const same: boolean = filter.equals(built) && filter.hasMany([new Date()])[0];
    Filter.onOverCapacity = (warning, { info: { saturated, overCapacity } }) => console.warn(warning.hint, saturated && overCapacity);
    Filter.onOverCapacity = undefined;
    // @ts-expect-error: no function
    Filter.onOverCapacity = true;
    // @ts-expect-error: it cannot be set
    filter.overCapacity = true;
    using closed = Filter.create(10);
    closed.add('x');
    if (text && same && shared && found && many[0] && seed)
        throw new BloomError('x');
}
