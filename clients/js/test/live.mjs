// Filters to and from a server, by node-postgres and postgres.js, which are in
// the folder MODULES: test/with-server node clients/js/test/live.mjs MODULES
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';

import { Bloom } from '../bloomext.js';
import { register } from '../pg.js';
import { register as registerPostgres } from '../postgres.js';

const require = createRequire(process.argv[2] + '/');
const keys = Array.from({ length: 1000 }, (_, i) => `https://example.com/${i}`);
const host = process.env.PGHOST;

async function check(rows) {
    const [{ f: built }] = await rows('SELECT bloom_agg(url, 1000) AS f FROM unnest($1::text[]) AS url', [keys]);
    assert.ok(built instanceof Bloom);
    assert.deepEqual(built.hasMany([...keys, 'x']), [...keys.map(() => true), false]);
    await rows('CREATE TEMPORARY TABLE sites (site text, urls bloom)');
    await rows('INSERT INTO sites VALUES ($1, $2), ($3, $4)', ['a', built, 'none', null]);
    const [{ urls }, { urls: none }] = await rows('SELECT urls FROM sites ORDER BY site');
    assert.deepEqual(urls.toBytes(), built.toBytes());
    assert.equal(none, null);
    const [{ found }] = await rows('SELECT $1::text <@ $2::bloom AS found', [keys[5], built]);
    assert.equal(found, true);
}

const schema = 'DROP EXTENSION IF EXISTS bloomext CASCADE; CREATE EXTENSION bloomext SCHEMA public';

test('node-postgres', async () => {
    const pg = require('pg');
    const client = new pg.Client();
    await client.connect();
    try {
        await client.query(schema);
        await register(client);
        await check(async (text, values) => (await client.query(text, values)).rows);
        const { rows: [{ f }] } = await client.query({ text: 'SELECT bloom(10) || 7 AS f', binary: true });
        assert.ok(f.has(7) && !f.has(8));
        await client.query('DROP EXTENSION bloomext CASCADE');
        await assert.rejects(register(client), /CREATE EXTENSION/);
    } finally {
        await client.end();
    }
});

test('postgres.js', async () => {
    const postgres = require('postgres');
    const sql = postgres({ max: 1, host, onnotice: () => {} });
    try {
        await sql.unsafe(schema);
        await registerPostgres(sql);
        await check((text, values) => sql.unsafe(text, values));
    } finally {
        await sql.end();
    }
});
