// Tests of the drivers with a server.  The directory MODULES has the package as npm
// installs it, and the drivers: test/with-server node clients/js/test/live.mjs MODULES
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';

const require = createRequire(process.argv[2] + '/');
const { Filter } = require('bloomext');
const keys = Array.from({ length: 1000 }, (_, i) => `https://example.com/${i}`);
const host = process.env.PGHOST;
const hex = filter => Buffer.from(filter.toBytes()).toString('hex');

// The tests for each driver; rows() returns the rows of a query
async function check(rows) {
    const [{ f: built }] = await rows('SELECT bloom_agg(url, 1000) AS f FROM unnest($1::text[]) AS url', [keys]);
    assert.ok(built instanceof Filter);
    assert.deepEqual(built.hasMany([...keys, 'x']), [...keys.map(() => true), false]);
    assert.equal(hex(Filter.build(keys, 1000)), hex(built));
    await rows('DROP TABLE IF EXISTS sites');
    await rows('CREATE TABLE sites (site text, urls bloom, list bloom[])');
    const small = Filter.build([1, 2], 10), list = [small, null, built];
    await rows('INSERT INTO sites VALUES ($1, $2, $3), ($4, $5, $6)', ['a', built, list, 'none', null, []]);
    const [{ urls, list: read }, none] = await rows('SELECT urls, list FROM sites ORDER BY site');
    assert.equal(hex(urls), hex(built));
    assert.deepEqual([read[1], read.length, hex(read[0]), hex(read[2])], [null, 3, hex(small), hex(built)]);
    assert.deepEqual([none.urls, none.list], [null, []]);
    const [{ found, all, two }] = await rows(`SELECT $1::text <@ $2::bloom AS found, cardinality($3::bloom[]) AS all,
        ARRAY[[$2::bloom], [NULL::bloom]] AS two`, [keys[5], built, list]);
    assert.deepEqual([found, all, two[1][0], hex(two[0][0])], [true, 3, null, hex(built)]);
    const [{ same }] = await rows('SELECT bool_and($1 <@ urls) AS same FROM sites WHERE urls IS NOT NULL', [keys[7]]);
    assert.equal(same, true);

    // Sessions that read a filter lose nothing if they change it in the statement
    const readAgain = async () => (await rows("SELECT urls FROM sites WHERE site = 'a'"))[0].urls;
    const sessions = [];
    for (let i = 0; i < 20; i++)
        sessions.push((await readAgain()).add(`session ${i}`));
    for (const [i, session] of sessions.entries())
        await (i % 2 ? rows("UPDATE sites SET urls = urls || $1::text WHERE site = 'a'", [`session ${i}`]) :
            rows("UPDATE sites SET urls = urls | $1 WHERE site = 'a'", [session]));
    assert.ok((await readAgain()).hasMany(sessions.map((_, i) => `session ${i}`)).every(Boolean));

    // A number without a cast is text, which a constraint keeps out
    await rows("ALTER TABLE sites ADD numbers bloom DEFAULT bloom() CHECK ((bloom_info(numbers)).class = 'integer')");
    await assert.rejects(rows('UPDATE sites SET numbers = numbers || $1', [17]), /violates check constraint/);
    await rows('UPDATE sites SET numbers = numbers || $1::bigint', [17]);
    const [{ numbers }] = await rows('SELECT numbers FROM sites LIMIT 1');
    assert.ok(numbers.has(17) && !numbers.has(5));
}

const schema = 'DROP EXTENSION IF EXISTS bloomext CASCADE; CREATE SCHEMA IF NOT EXISTS apart; CREATE EXTENSION bloomext SCHEMA ';

test('node-postgres, a client', async () => {
    const pg = require('pg'), { register } = require('bloomext/pg');
    const client = new pg.Client();
    await client.connect();
    try {
        await client.query(schema + 'public');
        await register(client);
        await check(async (text, values) => (await client.query(text, values)).rows);
        await assert.rejects(client.query({ text: 'SELECT bloom($1::bigint) AS f', values: [10], binary: true }), /without binary: true/);
        // the type is not on the search path
        await client.query(schema + 'apart');
        await register(client);
        const { rows: [{ f }] } = await client.query("SELECT apart.bloom(10) OPERATOR(apart.||) 'a'::text AS f");
        assert.ok(f.has('a') && !f.has('b'));
        await client.query('DROP EXTENSION bloomext CASCADE');
        await assert.rejects(register(client), /CREATE EXTENSION/);
    } finally {
        await client.end();
    }
});

test('node-postgres, a pool', async () => {
    const pg = require('pg');
    const { register } = await import(require.resolve('bloomext/package.json').replace('package.json', 'dist/pg.mjs'));
    const pool = new pg.Pool({ max: 3 });
    try {
        await pool.query(schema + 'public');
        await register(pool);
        await check(async (text, values) => (await pool.query(text, values)).rows);
        const clients = await Promise.all([1, 2, 3].map(() => pool.connect()));
        for (const client of clients) {
            const { rows: [{ f }] } = await client.query('SELECT bloom(10) || 7 AS f');
            assert.ok(f instanceof Filter && f.has(7) && !f.has(8));
            client.release();
        }
        // other clients have not registered the type
        const other = new pg.Client();
        await other.connect();
        const { rows: [{ f }] } = await other.query('SELECT bloom(10) AS f');
        assert.equal(typeof f, 'string');
        await register(other, pg.types);
        await other.end();
    } finally {
        await pool.end();
    }
});

test('postgres.js', async () => {
    const postgres = require('postgres'), { register } = require('bloomext/postgres');
    const sql = postgres({ max: 2, host, onnotice: () => {} });
    try {
        await sql.unsafe(schema + 'public');
        await register(sql);
        await check((text, values) => sql.unsafe(text, values));
        const filter = Filter.build(['a'], 10), bytes = filter.toBytes();
        // the driver sends a Buffer as bytea
        const [{ one, two }] = await sql`SELECT 'a'::text <@ ${filter} AS one, 'a'::text <@ ${Filter.from(bytes)} AS two`;
        assert.deepEqual([one, two], [true, true]);
        const [{ f }] = await sql`INSERT INTO sites (urls) VALUES (${bytes}) RETURNING urls AS f`;
        assert.equal(hex(f), hex(filter));
        const [{ list }] = await sql`SELECT ${[filter, filter]}::bloom[] AS list`;
        assert.deepEqual(list.map(hex), [hex(filter), hex(filter)]);
        const renaming = postgres({ max: 1, host, transform: postgres.toPascal });
        await register(renaming);
        const [row] = await renaming`SELECT urls FROM sites WHERE urls IS NOT NULL LIMIT 1`;
        await renaming.end();
        assert.ok(row.Urls instanceof Filter);
    } finally {
        await sql.end();
    }
});
