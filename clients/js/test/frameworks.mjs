// The adapters of query builders and object mappers, with the package as npm
// installs it, in the folder MODULES:
//
//     test/with-server node clients/js/test/frameworks.mjs MODULES [RESULTS]
//
// Each is loaded with require() and with import.  A framework is left out if it
// is not installed there or does not support this version of Node.js.  The file
// RESULTS gets a line for each framework: "passed", or why it was left out.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { inspect } from 'node:util';

const [modules, results] = process.argv.slice(2);
const require = createRequire(path.resolve(modules) + '/');
const { Filter } = require('bloomext');
const { register } = require('bloomext/pg');
const pg = require('pg');
const { PGHOST: host, PGPORT, PGUSER: user, PGDATABASE: database } = process.env, port = Number(PGPORT);

// import() resolves names from the file that has it
const importer = path.join(modules, 'imports.mjs');
fs.writeFileSync(importer, 'export const load = async name => { const all = await import(name); return { ...all.default, ...all }; };\n');
const { load } = await import(pathToFileURL(importer));
const loaders = { require, import: load };

// What every adapter has to do

const AWKWARD = ["it's", '$1 $$ $name :name ? {x}', 'back\\slash "quoted" \\', 'é☃😀', ''];
const filter = (values, options) => Filter.create(1000, 0.01, options).addAll(values);
const hex = value => Buffer.from(value.toBytes()).toString('hex');
const ODD = `it's "x"; y`;      // the name of a column
const quoted = name => `"${name.replaceAll('"', '""')}"`;
const UUID = '01234567-89ab-cdef-0123-456789abcdef';

// A value, one that is not in its filter, the class for Filter.create, and the type that is named
const VALUES = {
    integer: [7, 8],
    large: [-(2n ** 62n), 2n ** 62n],
    float: [0.5, 0.25, 'float'],
    numeric: [10n ** 30n, 10n ** 31n, 'numeric'],
    decimal: ['1.50', '1.25', 'numeric', 'numeric'],
    bytes: [Uint8Array.from({ length: 256 }, (_, i) => i), Uint8Array.of(0)],
    boolean: [true, false],
    uuid: [UUID, UUID.replace('0', '1'), 'uuid', 'uuid'],
    date: [new Date(0), new Date(1), null],
    ancient: [new Date('-000043-03-15T12:00:00Z'), new Date('0043-03-15T12:00:00Z'), null],
    future: [new Date('+012345-01-02T03:04:05.678Z'), new Date('2345-01-02T03:04:05.678Z'), null],
};

/**
 * Tests an adapter with the tables sites (site text, urls bloom(1000, 0.01),
 * list bloom[]) and pages (url text), which api.create() has created, another
 * column of pages, and the types Mood and apart.Mood.  api has
 *      insert(rows)        into sites
 *      find(condition, site)       rows of sites
 *      pages(condition)    rows of pages
 *      contains(column, ...), containsAny ..., containedBy    conditions
 *      odd                 the name and the key of that column, unless both are ODD
 * and, if the framework has expressions,
 *      update(site, filter)        sets urls
 *      get(filter, table)  what an aggregate gives
 *      column(name)        an expression
 *      raw(text)           an expression of SQL text
 *      bloomAdd ...
 *      save(row)           saves a row that was read and changed, if that is safe
 */
async function exercise(api) {
    const names = async (...where) => (await api.find(...where)).map(row => row.site).sort();
    const row = async site => (await api.find(undefined, site))[0];
    const urls = filter([...AWKWARD, '/about', 'a']), other = filter(['/', 'b']);

    await api.insert([{ site: 'a', urls, list: [urls, null, other] }, { site: 'b', urls: other, list: [] },
        { site: 'none', urls: null, list: null }]);
    const a = await row('a'), b = await row('b'), none = await row('none');
    assert.ok(a.urls instanceof Filter);
    assert.deepEqual([hex(a.urls), hex(b.urls), none.urls], [hex(urls), hex(other), null]);
    assert.deepEqual([a.list.map(each => each && hex(each)), b.list, none.list], [[hex(urls), null, hex(other)], [], null]);

    // Conditions
    for (const value of AWKWARD) {
        assert.deepEqual(await names(api.contains('urls', value)), ['a'], value);
        assert.deepEqual(await names(api.containsAll('urls', [value, '/about'])), ['a'], value);
        assert.deepEqual(await names(api.containsAny('urls', [value, 'missing'])), ['a'], value);
    }
    assert.deepEqual(await names(api.contains('urls', 'missing')), []);
    assert.deepEqual(await names(api.containsAny('urls', ['/', 'a'])), ['a', 'b']);
    assert.deepEqual(await names(api.containsAny('urls', [])), []);
    assert.deepEqual(await names(api.containsAll('urls', ['/', 'missing'])), []);
    assert.deepEqual(await names(api.containedBy('site', filter(['b', 'none', 'x']))), ['b', 'none']);
    assert.deepEqual((await api.pages(api.containedBy('url', a.urls))).map(page => page.url), ['/about']);
    // What becomes part of the SQL text
    for (const type of ['bigint OR true', 'text OR true', 'int); DROP TABLE sites; --', 'text"; x', "text' OR 'x", 'text;', 'text ', ' text',
        '', '.text', 'text.', 'a.b.c', 'text[]', 'a\0', '"text"', '$1', ':x', '?', null, 5, ['text'], { toString: () => 'text' }]) {
        assert.throws(() => api.contains('urls', 'x', type), TypeError, inspect(type));
        assert.throws(() => api.containsAny('urls', ['x'], type), TypeError, inspect(type));
    }
    for (const type of ['OR', 'select', 'public.OR'])
        await assert.rejects(async () => api.find(api.contains('urls', 'x', type)),
            error => /^type "(public\.)?(OR|select)" does not exist$/.test((error.cause ?? error).message.replace(/^.* - /, '')));
    for (const type of ['text', 'pg_catalog.text', 'Character Varying', 'varchar'])
        assert.deepEqual(await names(api.contains('urls', '/about', type)), ['a'], type);
    const odd = api.odd?.key ?? ODD;
    assert.deepEqual((await api.pages(api.containedBy(odd, filter(['odd /new'])))).map(page => page.url), ['/new']);
    await assert.rejects(async () => api.pages(api.containedBy(`${odd}" IS NOT NULL OR "url`, filter(['odd /new']))));
    assert.throws(() => api.contains('urls', undefined), TypeError);
    assert.throws(() => api.containsAny('urls', 'abc'), TypeError);
    assert.throws(() => api.containsAny('urls', [1, 'abc']), TypeError);
    // null needs the name of its type, and is NULL
    assert.deepEqual(await names(api.contains('urls', null, 'text')), []);
    for (const wrong of [undefined, {}, { a: 1 }, new ArrayBuffer(2), new Map(), ['a'], Filter.create(10), () => 'a'])
        for (const type of [undefined, 'text']) {
            assert.throws(() => api.contains('urls', wrong, type), TypeError, inspect(wrong));
            assert.throws(() => api.containsAll('urls', ['a', wrong], type), TypeError, inspect(wrong));
        }
    for (const wrong of [null, new Set(['a']), {}, 'a'])
        assert.throws(() => api.containsAny('urls', wrong, 'text'), TypeError);
    for (const wrong of [undefined, null, {}, 5, filter(['a']).toBytes()])
        assert.throws(() => api.containedBy('site', wrong), TypeError);

    // Expressions
    if (api.update) {
        assert.deepEqual(await names(api.contains('sites.urls', api.column('site'))), ['a', 'b']);
        assert.deepEqual(await names(api.containedBy(api.column('site'), api.column('urls'))), ['a', 'b']);
        assert.deepEqual(await names(api.contains(urls, api.column('site'))), ['a']);
        // with operators, and with the name of a type
        const about = api.raw("'/' || 'about'"), same = api.raw("lower(site) || ''");
        assert.deepEqual(await names(api.contains('urls', about)), ['a']);
        assert.deepEqual(await names(api.containedBy(same, 'urls')), ['a', 'b']);
        assert.deepEqual(await names(api.contains('urls', api.column('site'), 'text')), ['a', 'b']);
        assert.deepEqual(await names(api.contains('urls', same, 'text')), ['a', 'b']);
        assert.deepEqual(await names(api.containsAny('urls', api.raw("'{x}' || ARRAY['/'::varchar]"), 'text')), ['b']);
        assert.deepEqual(hex(await api.get(api.bloomAdd(filter(['x']), api.column('url'), 'text'), 'pages')), hex(filter(['x', '/about'])));
        for (const nothing of [api.bloomAdd(filter(['x']), null, 'text'), api.bloomAddAll(filter(['x']), [null], 'text')])
            assert.equal(hex(await api.get(nothing, 'pages')), hex(filter(['x'])));
        for (const [date, text] of [['-000043-03-15T12:00:00Z', '0044-03-15 12:00Z BC'], ['+012345-01-02T00:00:00.5Z', '12345-01-02 00:00:00.5Z']])
            assert.equal(hex(await api.get(api.bloomAdd(filter([]), new Date(date)), 'pages')),
                hex(await api.get(api.bloomAdd(filter([]), api.raw(`timestamptz '${text}'`)), 'pages')));
        for (const wrong of [undefined, { a: 1 }, new ArrayBuffer(2)])
            assert.throws(() => api.bloomAdd('urls', wrong, 'text'), TypeError);
        for (const wrong of [undefined, null, {}, 5])
            assert.throws(() => api.contains(wrong, 'a'), TypeError);
        const changes = [[api.bloomAdd('urls', "it's $1 :x"), "it's $1 :x"], [api.bloomAddAll('urls', ['"\\', null, '$2?']), '$2?'],
            [api.bloomUnion('urls', filter(['c'])), 'c']];
        for (const [change, value] of changes) {
            await api.update('b', change);
            const { urls: read } = await row('b');
            assert.ok(read.has(value) && read.has('/') && !read.has('missing'), value);
        }
        const all = await api.get(api.bloomAgg('url'), 'pages'), few = await api.get(api.bloomAgg('url', 500), 'pages'),
            fewer = await api.get(api.bloomAgg('pages.url', 500, 0.001), 'pages');
        assert.deepEqual([all, few, fewer].map(one => one.hasMany(['/about', '/new', '/x'])), Array(3).fill([true, true, false]));
        assert.deepEqual([few.capacity, fewer.capacity, fewer.errorRate], [500, 500, 0.001]);
        assert.ok((await api.get(api.bloomAgg(ODD), 'pages')).has('odd /about'));
        assert.ok((await api.get(api.bloomAgg(`pages.${ODD}`, 500), 'pages')).has('odd /about'));
        const union = await api.get(api.bloomUnionAgg('urls'), 'sites');
        assert.deepEqual(union.hasMany(['/about', '/', 'c', 'x']), [true, true, true, false]);
        assert.throws(() => api.bloomAgg('url', undefined, 0.1), TypeError);
    }

    // Of many sessions that read, add and save, none loses what the others have added
    const save = api.save ?? (read => api.update(read.site, api.bloomUnion('urls', read.urls)));
    const sessions = await Promise.all(Array.from({ length: 20 }, () => row('a')));
    sessions.forEach((session, i) => session.urls.add(`session ${i}`));
    await Promise.all(sessions.map(save));
    assert.deepEqual(sessions[0].urls.hasMany(['session 0', '/about', 'session 1']), [true, true, false]);
    assert.equal((await row('a')).urls.hasMany(sessions.map((_, i) => `session ${i}`)).filter(Boolean).length, 20);

    // Nor does save() lose the members if another session has emptied the column
    if (api.save) {
        const [read, emptied] = [await row('a'), await row('a')];
        emptied.urls = null;
        await api.save(emptied);
        read.urls.add('after null');
        await api.save(read);
        assert.deepEqual((await row('a')).urls.hasMany(['after null', 'session 0']), [true, true]);

        // Nor what others have added to a filter that was assigned and saved. The same filter replaces that of another object
        const assigned = filter(['assigned']), all = ['assigned', 'theirs', 'mine'];
        const mine = await row('none');
        mine.urls = assigned;
        await api.save(mine);
        const theirs = await row('none');
        theirs.urls.add('theirs');
        await api.save(theirs);
        mine.urls.add('mine');
        await api.save(mine);
        assert.deepEqual((await row('none')).urls.hasMany(all), [true, true, true]);
        theirs.urls = filter(['assigned']);
        await api.save(theirs);
        assert.deepEqual((await row('none')).urls.hasMany(all), [true, false, false]);
        const [one, two] = [await row('none'), await row('none')], same = filter(['same']);
        // with TypeORM, a filter belongs to its row, not to an object
        for (const each of api.byRow ? [one] : [one, two]) {
            each.urls.add('added');
            await api.save(each);
            each.urls = same;
            await api.save(each);
            assert.deepEqual((await row('none')).urls.hasMany(['same', 'added']), [true, false]);
        }

        // A new filter that is equal to that of the row, and is then changed
        one.urls = Filter.from((await row('none')).urls.toBytes());
        one.urls.add('later');
        one.list = [filter(['listed'])];
        await api.save(one);
        assert.ok((await row('none')).urls.has('later'));

        // A filter of another column replaces it, too, and is then that of the column
        const moved = await row('none');
        [moved.urls, moved.list] = [moved.list[0], null];
        await api.save(moved);
        assert.deepEqual((await row('none')).urls.hasMany(['later', 'listed']), [false, true]);
        const added = await row('none');
        added.urls.add('theirs');
        await api.save(added);
        moved.urls.add('mine');
        await api.save(moved);
        assert.deepEqual((await row('none')).urls.hasMany(['listed', 'theirs', 'mine']), [true, true, true]);
    }

    // Values of every class
    for (const [site, [value, missing, class_, type]] of Object.entries(VALUES)) {
        const built = class_ === null ? null : filter([value], class_ && { class: class_ });
        await api.insert([{ site, urls: built, list: null }]);
        if (api.update)
            await api.update(site, api.bloomAdd(Filter.create(1000, 0.01), value, type));
        else if (!built)
            continue;
        assert.deepEqual(await names(api.contains('urls', value, type), site), [site]);
        assert.deepEqual(await names(api.contains('urls', missing, type), site), []);
        assert.deepEqual(await names(api.containsAll('urls', [value, value], type), site), [site]);
        assert.deepEqual(await names(api.containsAny('urls', [missing, null], type), site), []);
        if (built)
            assert.equal(hex((await row(site)).urls), hex(built), site);
    }
    // of the filters above, those of another class raise an error
    for (const [type, site] of [['Mood', 'mood'], ['apart.Mood', 'apart']]) {
        await withClient(client => client.query(`INSERT INTO sites VALUES ('${site}', bloom_add(bloom(1000, 0.01), 'it''s;'::${
            type.split('.').map(quoted).join('.')}))`));
        assert.deepEqual(await names(api.contains('urls', "it's;", type), site), [site]);
        assert.deepEqual(await names(api.containsAny('urls', ['sad'], type), site), []);
    }
}

// Frameworks: each function is given require() or import, and gives an api

const TABLES = { sites: 'site text PRIMARY KEY, urls bloom(1000, 0.01), list bloom[]', pages: 'url text PRIMARY KEY' };
const create = query => Promise.all(Object.entries(TABLES).map(([name, columns]) => query(`CREATE TABLE ${name} (${columns})`)));

async function knex(load) {
    const { knex: Knex } = await load('knex');
    const { afterCreate, ...functions } = await load('bloomext/knex');
    const knex = Knex({ client: 'pg', connection: { host, port, user, database }, pool: { afterCreate } });
    const bound = Object.fromEntries(Object.entries(functions).map(([name, call]) => [name, (...operands) => call(knex, ...operands)]));
    return {
        ...bound,
        create: async () => {
            await knex.schema.createTable('sites', table => {
                table.text('site').primary();
                table.bloom('urls', 1000, 0.01).nullable();
                table.specificType('list', 'bloom[]');
                assert.throws(() => table.bloom('x', '1); DROP'), TypeError);
            });
            await knex.schema.createTable('pages', table => table.text('url').primary());
        },
        insert: rows => knex('sites').insert(rows),
        find: (condition, site) => knex('sites').where({ ...site && { site } }).where(condition ?? {}),
        pages: condition => knex('pages').where(condition),
        update: (site, urls) => knex('sites').where({ site }).update({ urls }),
        get: async (value, table) => (await knex(table).first({ value })).value,
        column: name => knex.ref(name),
        raw: text => knex.raw(text),
        close: () => knex.destroy(),
    };
}

async function kysely(load) {
    const { Kysely, PostgresDialect, sql } = await load('kysely');
    const { bloom, ...functions } = await load('bloomext/kysely');
    const pool = new pg.Pool();
    await register(pool);
    const db = new Kysely({ dialect: new PostgresDialect({ pool }) });
    return {
        ...functions,
        create: async () => {
            await db.schema.createTable('sites').addColumn('site', 'text', column => column.primaryKey())
                .addColumn('urls', bloom(1000, 0.01)).addColumn('list', sql`bloom[]`).execute();
            await db.schema.createTable('pages').addColumn('url', 'text').execute();
            assert.throws(() => bloom('1); DROP'), TypeError);
        },
        insert: rows => db.insertInto('sites').values(rows).execute(),
        find: (condition, site) => {
            const all = db.selectFrom('sites').selectAll();
            const one = site ? all.where('site', '=', site) : all;
            return (condition ? one.where(condition) : one).execute();
        },
        pages: condition => db.selectFrom('pages').selectAll().where(condition).execute(),
        update: (site, urls) => db.updateTable('sites').set({ urls }).where('site', '=', site).execute(),
        get: async (value, table) => (await db.selectFrom(table).select(value.as('value')).executeTakeFirst()).value,
        column: name => sql.ref(name),
        raw: text => sql.raw(text),
        close: () => db.destroy(),
    };
}

async function drizzle(load, driver) {
    const { and, eq, relations, sql } = await load('drizzle-orm');
    const { pgTable, text } = await load('drizzle-orm/pg-core');
    const { bloom, ...functions } = await load('bloomext/drizzle-orm');
    const client = driver === 'postgres-js' ? require('postgres')({ host, onnotice: () => {} }) : new pg.Pool();
    const sites = pgTable('sites', { site: text('site').primaryKey(), urls: bloom('urls', { capacity: 1000, errorRate: 0.01 }),
        list: bloom('list').array() });
    const related = relations(sites, ({ one }) => ({ same: one(sites, { fields: [sites.site], references: [sites.site] }) }));
    const db = (await load(`drizzle-orm/${driver}`)).drizzle(client, { schema: { sites, related } });
    const tables = { sites, pages: pgTable('pages', { url: text().primaryKey() }) };
    return {
        ...functions,
        create: async () => {
            assert.deepEqual([sites.urls.getSQLType(), sites.list.getSQLType()], ['bloom(1000, 0.01)', 'bloom[]']);
            const named = pgTable('x', { urls: bloom() });
            assert.deepEqual([named.urls.name, named.urls.getSQLType()], ['urls', 'bloom']);
            assert.throws(() => pgTable('x', { urls: bloom({ capcity: 1 }) }).urls.getSQLType(), TypeError);
            await create(text => db.execute(text));
        },
        insert: rows => db.insert(sites).values(rows),
        find: (condition, site) => db.select().from(sites).where(and(site && eq(sites.site, site), condition)),
        pages: condition => db.select().from(tables.pages).where(condition),
        update: (site, urls) => db.update(sites).set({ urls }).where(eq(sites.site, site)),
        get: async (value, table) => (await db.select({ value }).from(tables[table]))[0].value,
        column: name => sites[name] ?? tables.pages[name],
        raw: text => sql.raw(text),
        more: async () => {
            // as a part of JSON
            const { same } = await db.query.sites.findFirst({ where: eq(sites.site, 'a'), with: { same: true } });
            assert.ok(same.urls.has('/about') && same.list[0].has('/about') && same.list[1] === null);
            // with a driver that reads and writes filters itself
            await (driver === 'postgres-js' ? require('bloomext/postgres') : require('bloomext/pg')).register(client);
            await db.insert(sites).values({ site: 'registered', urls: same.urls, list: same.list });
            const [registered] = await db.select().from(sites).where(eq(sites.site, 'registered'));
            assert.ok(registered.urls.has('/about') && registered.list[0].has('/about') && registered.list[1] === null);
        },
        close: () => client.end(),
    };
}

async function sequelize(load) {
    const { DataTypes, Sequelize, Op, literal } = await load('sequelize');
    const sequelize = new Sequelize({ dialect: 'postgres', host, port, username: user, database, logging: false });
    const { BLOOM, ...functions } = await load('bloomext/sequelize');
    const options = { timestamps: false, freezeTableName: true };
    const Site = sequelize.define('sites', { site: { type: DataTypes.TEXT, primaryKey: true }, urls: BLOOM(1000, 0.01),
        list: DataTypes.ARRAY(DataTypes.BLOOM) }, options);
    const models = { sites: Site, pages: sequelize.define('pages', { url: { type: DataTypes.TEXT, primaryKey: true } }, options) };
    return {
        ...functions,
        create: async () => {
            await sequelize.sync();
            await sequelize.sync({ alter: true });
            assert.throws(() => BLOOM('1); DROP').toSql(), TypeError);
        },
        // create() binds values, and bulkCreate() puts them into the text
        insert: rows => rows.length > 1 ? Site.bulkCreate(rows) : Site.create(rows[0]),
        find: (condition, site) => Site.findAll({ where: { ...site && { site }, [Op.and]: condition ?? [] }, replacements: { name: 'x' } }),
        pages: condition => models.pages.findAll({ where: condition }),
        update: (site, urls) => Site.update({ urls }, { where: { site } }),
        get: async (value, table) => (await models[table].findOne({ attributes: [[value, 'value']] })).get('value'),
        column: name => name === 'site' ? Sequelize.col(name) : literal(`"${name}"`),
        raw: literal,
        save: site => site.save(),
        more: async () => {
            // save() notices additions, and does not write the filter without them
            const [one, two] = [await Site.findByPk('b'), await Site.findByPk('b')], queries = [];
            const logging = text => queries.push(text);
            one.urls.add('/one');
            await one.save({ logging });
            two.list = null;
            await two.save({ logging });
            await one.save({ logging });
            two.urls = two.urls.copy().add('/two');
            await two.save({ logging });
            await two.update({ urls: two.urls.union(filter(['/three'])) }, { logging });
            assert.deepEqual(queries.map(text => /bloom_union/.test(text)), [true, false, true, true]);
            const all = ['/', '/one', '/two', '/three'];
            assert.deepEqual((await Site.findByPk('b')).urls.hasMany(all), [true, true, true, true]);
            // the time and the version, which Sequelize writes with each change
            const Timed = sequelize.define('timed', { urls: BLOOM }, { version: true });
            await Timed.sync();
            const { id } = await Timed.create({ urls: filter(['/']) });
            await sequelize.query(`UPDATE ${Timed.getTableName()} SET "updatedAt" = 'epoch'`);
            const [timed, late] = [await Timed.findByPk(id), await Timed.findByPk(id)];
            timed.urls.add('/timed');
            await timed.save();
            late.urls.add('/late');
            await assert.rejects(late.save(), { name: 'SequelizeOptimisticLockError' });
            const stored = await Timed.findByPk(id);
            assert.ok(stored.version === 1 && stored.updatedAt > new Date(0));
            await Timed.drop();
            // not among the saved fields
            one.urls.add('/later');
            one.list = [];
            await one.save({ fields: ['list'] });
            assert.ok(one.urls.has('/later'));
            await one.save();
            assert.ok((await Site.findByPk('b')).urls.has('/later'));
            one.list = null;
            await one.save();
            // after an error, too
            one.urls.add('/four').add('/five');
            await sequelize.query('ALTER TABLE sites ADD CONSTRAINT never CHECK (false) NOT VALID');
            await assert.rejects(one.save(), /never/);
            await sequelize.query('ALTER TABLE sites DROP CONSTRAINT never');
            assert.ok(one.urls.has('/four'));
            await one.save();
            assert.deepEqual((await Site.findByPk('b')).urls.hasMany(['/three', '/four']), [true, true]);
            // a default is an expression, because Sequelize cannot copy a filter
            const Other = sequelize.define('other', { urls: { type: BLOOM, defaultValue: () => filter(['x']) } }, { timestamps: false });
            await Other.sync();
            await assert.rejects(Other.create({}), /a Filter, its bytes or its text is expected/);
            await Other.drop();
            // without RETURNING, too
            const made = await Site.create({ site: 'made', urls: filter(['/']) }, { returning: false });
            made.urls.add('/made');
            await made.save({ returning: false });
            made.urls.add('/again');
            await made.save();
            assert.deepEqual((await Site.findByPk('made')).urls.hasMany(['/', '/made', '/again']), [true, true, true]);
            // by the filter itself, and after bulkCreate()
            const held = filter(['/']), kept = await Site.create({ site: 'kept' });
            const [bulk] = await Site.bulkCreate([{ site: 'bulk', urls: filter(['/']) }], { returning: false });
            kept.urls = held;
            await kept.save();
            held.add('/more');
            bulk.urls.add('/more');
            for (const each of [kept, bulk]) {
                await each.save();
                assert.ok((await Site.findByPk(each.site)).urls.has('/more'));
            }
            // a filter of several rows
            bulk.urls = held;
            await bulk.save();
            bulk.urls.add('/bulk');
            await bulk.save();
            await sequelize.query("UPDATE sites SET urls = bloom_add(urls, '/theirs'::text) WHERE site = 'bulk'");
            bulk.urls.add('/again');
            await bulk.save();
            assert.deepEqual((await Site.findByPk('bulk')).urls.hasMany(['/more', '/bulk', '/theirs', '/again']), [true, true, true, true]);
            // of rows that were created with one filter, without RETURNING
            const shared = await Site.bulkCreate(['s1', 's2'].map(site => ({ site, urls: held })), { returning: false });
            await sequelize.query("UPDATE sites SET urls = bloom_add(urls, '/theirs'::text) WHERE site LIKE 's_'");
            for (const each of shared) {
                each.urls.add(each.site);
                await each.save();
                assert.deepEqual((await Site.findByPk(each.site)).urls.hasMany(['/more', '/theirs', 's1', 's2']), [true, true, each.site === 's1', each.site === 's2']);
            }
            // a filter that was not among the saved fields is still to replace the one in the row
            shared[0].urls = filter(['/unsaved']);
            await shared[0].save({ fields: ['list'] });
            await shared[0].save();
            assert.deepEqual((await Site.findByPk('s1')).urls.hasMany(['/unsaved', '/more']), [true, false]);
            // hooks and validators of the user, and saves without hooks; a save that fails before it writes the filter
            const hooked = await Site.findByPk('s2');
            hooked.urls.add('/hooked');
            assert.deepEqual(hooked.changed(), ['urls']);
            sequelize.addHook('beforeSave', 'theirs', instance => {
                throw new Error(`${instance.urls.has('/hooked')}`);
            });
            await assert.rejects(hooked.save(), /^Error: true$/);
            sequelize.removeHook('beforeSave', 'theirs');
            hooked.urls = hooked.urls.copy().add('/copied');
            await sequelize.query("UPDATE sites SET urls = bloom_add(urls, '/hooked/theirs'::text) WHERE site = 's2'");
            await hooked.save({ hooks: false });
            assert.deepEqual((await Site.findByPk('s2')).urls.hasMany(['/hooked', '/copied', '/hooked/theirs']), [true, true, true]);
            // a filter that was saved in another object, and was then changed there
            const [mine, theirs] = await Promise.all(['s1', 's2'].map(site => Site.findByPk(site)));
            await mine.update({ urls: filter(['/mine']) });
            mine.urls.add('/changed');
            await theirs.update({ urls: mine.urls });
            assert.deepEqual([mine.changed(), theirs.changed()], [['urls'], false]);
            await mine.save();
            assert.deepEqual((await Site.findByPk('s1')).urls.hasMany(['/mine', '/changed']), [true, true]);
            // one that was saved and then replaced
            const [first, second] = ['/first', '/second'].map(url => filter([url]));
            for (const urls of [first, second, first])
                await theirs.update({ urls });
            assert.deepEqual((await Site.findByPk('s2')).urls.hasMany(['/first', '/second']), [true, false]);
            // arrays
            mine.list = [filter(['/']), null];
            for (const value of ['/one', '/two']) {
                await mine.save();
                mine.list[0].add(value);
            }
            await mine.save();
            assert.deepEqual((await Site.findByPk('s1')).list[0].hasMany(['/', '/one', '/two']), [true, true, true]);
            assert.equal(mine.changed(), false);
            await mine.update({ urls: mine.list[0] });
            assert.deepEqual((await Site.findByPk('s1')).urls.hasMany(['/mine', '/one']), [false, true]);
            // the name of a column that is not quoted
            const plain = new Sequelize({ dialect: 'postgres', host, port, username: user, database, logging: false, quoteIdentifiers: false });
            const Plain = plain.define('sites', { site: { type: DataTypes.TEXT, primaryKey: true }, Urls: BLOOM }, options);
            const unquoted = await Plain.findByPk('s1');
            unquoted.Urls.add('/plain');
            await unquoted.save();
            await plain.close();
            assert.ok((await Site.findByPk('s1')).urls.hasMany(['/one', '/plain']).every(Boolean));
            // other filters replace the one in the row
            await two.update({ urls: filter(['/six']) });
            assert.deepEqual((await Site.findByPk('b')).urls.hasMany([...all, '/six']), [false, false, false, false, true]);
            one.urls = one.urls.intersection(filter(['/', 'x']));
            await one.save();
            assert.deepEqual((await Site.findByPk('b')).urls.hasMany([...all, '/six']), [true, false, false, false, false]);
            const site = await Site.findByPk('a');
            assert.ok(JSON.parse(JSON.stringify(site)).urls.startsWith('\\x') && site.get({ plain: true }).urls.has('/about'));
            site.urls = site.urls.copy();
            assert.equal(site.changed(), false);
            site.urls = site.urls.copy().add('/saved');
            assert.deepEqual(site.changed(), ['urls']);
            await site.save();
            assert.ok((await Site.findByPk('a')).urls.has('/saved'));
            await Site.create({ site: 'single', urls: null, list: [filter(['x']), null] });
            const { list } = await Site.findByPk('single');
            assert.deepEqual([list.length, list[0].has('x'), list[1]], [2, true, null]);
            // an UPDATE with its own parameters
            await Site.update({ site: 'renamed' }, { where: { site: 'a', [Op.and]: functions.contains('urls', '$1 $$ $name :name ? {x}') } });
            assert.ok(await Site.findByPk('renamed'));
            assert.throws(() => functions.contains(Sequelize.fn('f'), 'x'), TypeError);
        },
        close: () => sequelize.close(),
    };
}

async function typeorm(load) {
    const { And, DataSource, EntitySchema, EventSubscriber } = await load('typeorm');
    const { bloom, register, ...operators } = await load('bloomext/typeorm');
    const Site = new EntitySchema({ name: 'sites', columns: { site: { type: 'text', primary: true }, urls: bloom({ nullable: true }),
        list: bloom({ nullable: true, array: true }) } });
    const odd = { key: 'odd', name: "it's x; y" };     // TypeORM itself does not support double quotes
    const Page = new EntitySchema({ name: 'pages',
        columns: { url: { type: 'text', primary: true }, odd: { name: odd.name, type: 'text', nullable: true } } });
    const Pair = new EntitySchema({ name: 'pairs', columns: { id: { type: 'int', primary: true }, urls: bloom(), old: bloom() } });
    // A subscriber of the user, which takes its time
    class Reading {
        async beforeUpdate({ entity, updatedColumns }) {
            await null;
            if (updatedColumns.length > 0)      // it is called by save()
                entity.urls?.has('/');
        }
    }
    EventSubscriber()(Reading);
    const options = { type: 'postgres', host, port, username: user, database, entities: [Site, Page, Pair], subscribers: [Reading], synchronize: true };
    const source = register(register(new DataSource(options)));
    const on = name => (column, ...operands) => ({ [column]: operators[name](...operands) });
    return {
        odd,
        contains: on('contains'), containsAny: on('containsAny'), containsAll: on('containsAll'), containedBy: on('containedBy'),
        create: async () => {
            assert.throws(() => bloom({ capacity: 1000 }), TypeError);
            await source.initialize();
            await source.query('ALTER TABLE sites ALTER urls TYPE bloom(1000, 0.01)');
        },
        insert: rows => source.manager.save(Site, rows),
        find: (condition, site) => source.manager.find(Site, { where: { ...condition, ...site && { site } } }),
        pages: condition => source.manager.findBy(Page, condition),
        save: site => source.manager.save(Site, site),
        byRow: true,
        more: async () => {
            // neither the columns nor the filters are lost
            await source.synchronize();
            const { contains, containedBy } = operators;
            const both = And(contains('/about'), contains('a'));
            const site = await source.manager.findOneByOrFail(Site, { urls: both, site: containedBy(filter(['a'])) });
            let queries = 0;
            source.setOptions({ logging: ['query'], logger: { logQuery: text => { queries += /UPDATE/.test(text); }, logQueryError() {} } });
            source.logger = source.options.logger;
            site.urls = site.urls.copy();
            await source.manager.save(Site, site);
            assert.equal(queries, 0);
            // another session has read the filter, but not changed it
            const other = await source.manager.findOneByOrFail(Site, { site: 'a' });
            site.urls = site.urls.copy().add('/saved');
            site.list = [site.urls];
            await source.manager.save(Site, site);
            other.list = [site.urls];
            await source.manager.save(Site, other, { listeners: false });
            assert.equal(queries, 2);
            const read = await source.manager.findOneByOrFail(Site, { site: 'a' });
            assert.ok(read.urls.has('/saved') && read.list.length === 1 && read.list[0].has('/saved'));
            // an entity that was inserted, in a transaction that is committed or not
            const made = { site: 'made', urls: filter(['/']) };
            await source.manager.save(Site, made);
            for (const [name, fails] of [['/one', false], ['/two', true], ['/three', false]]) {
                await source.query("UPDATE sites SET urls = bloom_add(urls, $1::text) WHERE site = 'made'", [`${name}/theirs`]);
                made.urls.add(name);
                await assert[fails ? 'rejects' : 'doesNotReject'](source.transaction(async manager => {
                    await manager.save(Site, made);
                    assert.ok(!fails);
                }));
            }
            assert.ok((await source.manager.findOneByOrFail(Site, { site: 'made' })).urls.hasMany(
                ['/', '/one', '/one/theirs', '/two', '/two/theirs', '/three', '/three/theirs']).every(Boolean));
            // other entities of the same row, and rows with the same filter
            await source.query("UPDATE sites SET urls = bloom_add(urls, '/spread/theirs'::text) WHERE site = 'made'");
            await source.manager.save(Site, { ...made, list: null });
            assert.ok((await source.manager.findOneByOrFail(Site, { site: 'made' })).urls.has('/spread/theirs'));
            for (const urls of [made.urls, filter(['/'])]) {
                await source.manager.delete(Site, ['s1', 's2']);
                const shared = await source.manager.save(Site, ['s1', 's2'].map(site => ({ site, urls })));
                await source.query("UPDATE sites SET urls = bloom_add(urls, '/theirs'::text) WHERE site LIKE 's_'");
                for (const each of shared)
                    each.urls.add(each.site);
                await source.manager.save(Site, shared);
                for (const { site } of shared)
                    assert.deepEqual((await source.manager.findOneByOrFail(Site, { site })).urls.hasMany(['/', '/theirs', 's1', 's2']),
                        [true, true, site === 's1', site === 's2']);
            }
            // a save that fails before it writes the filter, because it cannot insert another entity
            made.urls.add('/four');
            const wrong = Filter.build(Array.from({ length: 500 }, (_, i) => `/${i}`), 500);
            for (const transaction of [true, false])
                await assert.rejects(source.manager.save(Site, [made, { site: 'wrong', urls: wrong }], { transaction }), /parameters of its column/);
            assert.ok(made.urls.add('/five').has('/four'));
            await source.query("UPDATE sites SET urls = bloom_add(urls, '/five/theirs'::text) WHERE site = 'made'");
            await source.manager.save(Site, made);
            assert.ok((await source.manager.findOneByOrFail(Site, { site: 'made' })).urls.hasMany(
                ['/three/theirs', '/four', '/five', '/five/theirs']).every(Boolean));
            // a new filter replaces the one in the row until a transaction that saved it, and what is around that, is committed
            const later = await source.manager.findOneByOrFail(Site, { site: 'made' });
            for (const failing of [0, 1]) {
                read.urls = filter(['/new']);
                later.urls = filter(['/new']);
                await source.transaction(async manager => {
                    await manager.transaction(async inner => {
                        await inner.save(Site, read);
                        assert.ok(failing);
                    }).catch(() => {});
                    await manager.save(Site, later);
                    assert.ok(!failing);
                }).catch(() => {});
                for (const [entity, ...known] of [[read, false, true], [later, !failing, true]])
                    for (const [i, theirs] of known.entries()) {
                        await source.query("UPDATE sites SET urls = bloom_add(urls, '/new/theirs'::text) WHERE site = $1", [entity.site]);
                        entity.urls.add(`/new/${i}`);
                        await source.manager.save(Site, entity);
                        assert.deepEqual((await source.manager.findOneByOrFail(Site, { site: entity.site })).urls.hasMany(
                            ['/saved', '/new', '/new/theirs', `/new/${i}`]), [false, true, theirs, true]);
                    }
            }
            // a filter of another row, and update(), replace it, too
            read.urls = later.urls;
            await source.manager.save(Site, read);
            assert.deepEqual((await source.manager.findOneByOrFail(Site, { site: 'a' })).urls.hasMany(['/new/0', '/new/theirs']), [true, false]);
            assert.notEqual(read.urls, later.urls);
            other.urls.add('/other');
            await source.manager.save(Site, other);
            const values = { urls: other.urls };
            for (const update of [() => source.manager.update(Site, { site: 'a' }, values),
                () => source.createQueryBuilder().update(Site).set(values).whereEntity({ site: 'a' }).execute()]) {
                await update();
                assert.deepEqual((await source.manager.findOneByOrFail(Site, { site: 'a' })).urls.hasMany(['/saved', '/new']), [false, false]);
                assert.equal(values.urls, other.urls);
                read.urls.add('/newer');
                await source.transaction(manager => manager.transaction(inner => inner.save(Site, read)));
            }
            // and so does a filter that was saved in another column, until it is saved there
            const pair = await source.manager.save(Pair, { id: 1, urls: filter(['/1']), old: filter(['/0']) });
            for (const url of ['/2', '/3']) {
                pair.old = pair.urls;
                pair.urls = filter([url]);
                await source.manager.save(Pair, pair);
            }
            await source.query("UPDATE pairs SET old = bloom_add(old, '/theirs'::text)");
            pair.old.add('/mine');
            await source.manager.save(Pair, pair);
            assert.deepEqual((await source.manager.findOneByOrFail(Pair, { id: 1 })).old.hasMany(['/0', '/1', '/2', '/theirs', '/mine']),
                [false, false, true, true, true]);
            await source.query('DROP TABLE pairs');
            // and so does one that was saved in another database
            await source.query('CREATE DATABASE shard');
            const shard = register(new DataSource({ ...options, database: 'shard', synchronize: false }));
            await shard.initialize();
            await shard.query(`CREATE EXTENSION bloomext; CREATE TABLE sites (${TABLES.sites})`);
            await shard.manager.save(Site, { site: 'a', urls: filter(['/shard']) });
            await source.manager.save(Site, { site: 'a', urls: values.urls = filter(['/both']) });
            await shard.manager.save(Site, { site: 'a', ...values });
            assert.deepEqual((await shard.manager.findOneByOrFail(Site, { site: 'a' })).urls.hasMany(['/shard', '/both']), [false, true]);
            await shard.destroy();
            await source.query('DROP DATABASE shard');
            await source.createQueryBuilder().update(Site).set({ urls: () => 'bloom_add(urls, :url::text)' })
                .where('site = :site', { site: 'a', url: "/set $1 :site '" }).execute();
            assert.ok((await source.manager.findOneByOrFail(Site, { site: 'a' })).urls.has("/set $1 :site '"));
        },
        close: () => source.destroy(),
    };
}

// Prisma generates its client from a schema.  It reads no filters, so the text
// form stands for them.
function generate(schema) {
    const folder = path.join(modules, 'prisma');
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, 'schema.prisma'), schema);
    fs.writeFileSync(path.join(modules, 'prisma.config.mjs'), `export default { schema: 'prisma/schema.prisma' };\n`);
    execFileSync(process.execPath, [require.resolve('prisma/build/index.js'), 'generate'],
        // its schema engine, which is not npm's, only serves migrations
        { cwd: modules, stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true', CHECKPOINT_DISABLE: '1' } });
}

// The programs of README.md

const README = fs.readFileSync(path.join(path.dirname(fileURLToPath(import.meta.url)), '../README.md'), 'utf8');

function section(title) {
    const text = README.split(/^##+ /m).find(each => each.startsWith(title + '\n'));
    assert.ok(text, title);
    const block = language => new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'ms').exec(text)?.[1];
    return { program: block('js'), schema: block('prisma') };
}

async function runProgram(title) {
    const { program, schema } = section(title);
    const expected = [...program.matchAll(/\/\/ => (.*)/g)].map(match => match[1]);
    assert.ok(expected.length >= 2, title);
    if (schema)
        generate(schema);
    await prepare();
    const file = path.join(modules, 'program.mjs');
    fs.writeFileSync(file, program);
    const said = execFileSync(process.execPath, [file], { cwd: modules, encoding: 'utf8', env: { ...process.env, NODE_NO_WARNINGS: '1' } });
    assert.deepEqual(said.trimEnd().split('\n'), expected);
}

// All of them

const FRAMEWORKS = [
    { name: 'Knex', needs: ['knex'], open: [knex] },
    { name: 'Kysely', needs: ['kysely'], open: [kysely] },
    { name: 'Drizzle', needs: ['postgres', 'drizzle-orm'], open: [load => drizzle(load, 'node-postgres'), load => drizzle(load, 'postgres-js')] },
    { name: 'Sequelize', needs: ['sequelize'], open: [sequelize] },
    { name: 'TypeORM', needs: ['typeorm'], open: [typeorm] },
    { name: 'Prisma', needs: ['@prisma/client', '@prisma/adapter-pg', 'prisma'], open: [] },
];

async function withClient(run) {
    const client = new pg.Client();
    await client.connect();
    try {
        await run(client);
    } finally {
        await client.end();
    }
}

const prepare = () => withClient(client =>
    client.query(`SET client_min_messages = warning; DROP TABLE IF EXISTS sites, pages; DROP TYPE IF EXISTS "Mood"; DROP SCHEMA IF EXISTS apart CASCADE;
        CREATE SCHEMA apart; CREATE EXTENSION IF NOT EXISTS bloomext`));

const COLUMN = "SELECT format_type(atttypid, atttypmod) AS type FROM pg_attribute WHERE attrelid = 'sites'::regclass AND attname = 'urls'";

const manifest = name => JSON.parse(fs.readFileSync(path.join(modules, 'node_modules', name, 'package.json'), 'utf8'));

// Whether a version range, such as "^20.19.0 || >=22.12", has this Node.js
function runsHere(range) {
    const number = version => version.split('.').reduce((sum, part, i) => sum + Number(part) * 1000 ** (2 - i), 0);
    const here = number(process.versions.node);
    return !range || range.split('||').some(each => {
        const [, operator, version] = /^\s*(>=|\^|)v?([\d.]+)/.exec(each) ?? [];
        return version && here >= number(version) && (operator === '>=' || parseInt(version) === parseInt(process.versions.node));
    });
}

// Why a framework cannot be tested, or undefined
function lacking(needs) {
    const missing = needs.filter(name => !fs.existsSync(path.join(modules, 'node_modules', name)));
    if (missing.length > 0)
        return `${missing.join(' and ')} not installed`;
    const unfit = needs.find(name => !runsHere(manifest(name).engines?.node));
    return unfit && `${unfit} ${manifest(unfit).version} does not support Node.js ${process.version}`;
}

const outcomes = [];

for (const { name, needs, open } of FRAMEWORKS) {
    const why = lacking(needs);
    if (why) {
        test(name, { skip: why });
        outcomes.push(`${name}: left out: ${why}`);
        continue;
    }
    let done = 0;
    for (const [i, one] of open.entries())
        for (const [how, load] of Object.entries(loaders))
            test(`${name}${i > 0 ? ', another driver' : ''}, by ${how}`, async () => {
                await prepare();
                const api = await one(load);
                try {
                    await api.create();
                    await withClient(async client => {
                        assert.match((await client.query(COLUMN)).rows[0].type, /^bloom\(1000, ?0\.01\)$/);
                        const odd = quoted(api.odd?.name ?? ODD);
                        await client.query(`ALTER TABLE pages ADD IF NOT EXISTS ${odd} text;
                            INSERT INTO pages (url, ${odd}) VALUES ('/about', 'odd /about'), ('/new', 'odd /new')`);
                        await client.query(`CREATE TYPE "Mood" AS ENUM ('it''s;', 'sad'); CREATE TYPE apart."Mood" AS ENUM ('it''s;', 'sad')`);
                    });
                    await exercise(api);
                    await api.more?.();
                } finally {
                    await api.close();
                }
                done++;
            });
    test(`${name}, README.md`, async () => {
        await runProgram(name);
        done++;
    });
    after(() => {
        if (done === open.length * 2 + 1)
            outcomes.push(`${name} ${manifest(needs.at(-1)).version}: passed`);
    });
}

after(() => {
    if (results)
        fs.writeFileSync(results, outcomes.join('\n') + '\n');
});
