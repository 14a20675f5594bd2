// Filters to and from PostgreSQL by postgres.js

import { Bloom } from './bloomext.js';

export async function register(sql) {
    const [{ oid }] = await sql`SELECT to_regtype('bloom')::oid AS oid`;
    if (oid === null)
        throw new Error('the database has no type bloom: CREATE EXTENSION bloomext');
    sql.options.parsers[oid] = text => new Bloom(text);
    sql.options.serializers[oid] = String;
}
