// What the types allow, and what not: compiled only
import { Bloom, BloomError, type Info } from 'bloomext';
import { register } from 'bloomext/pg';
import { register as registerPostgres } from 'bloomext/postgres';

declare const client: { query(text: string, values: unknown[]): Promise<{ rows: any[] }>; setTypeParser(): void };

export async function use(bytes: Uint8Array): Promise<void> {
    await register(client, client);
    await registerPostgres(client);
    const filter = new Bloom(bytes);
    const found: boolean = filter.has('x') || filter.has(1n) || filter.has(bytes);
    const many: boolean[] = filter.hasMany(new Set(['x']));
    const info: Info = new Bloom('\\x').info;
    const seed: bigint = info.seed;
    // @ts-expect-error: no value
    filter.has(null);
    // @ts-expect-error: hashes are bigints
    filter.hasHash(1);
    // @ts-expect-error: it has no such field
    info.nothing;
    if (found && many[0] && seed)
        throw new BloomError('x');
}
