// Filters to and from PostgreSQL by node-postgres

import { Bloom } from './bloomext.js';

export async function register(client, types = client) {
    const { rows } = await client.query('SELECT to_regtype($1)::oid AS oid', ['bloom']);
    if (rows[0].oid === null)
        throw new Error('the database has no type bloom: CREATE EXTENSION bloomext');
    for (const format of ['text', 'binary'])
        types.setTypeParser(rows[0].oid, format, source => new Bloom(source));
}
