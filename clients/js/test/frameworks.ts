// What the types of the adapters allow, and what not: compiled only
import { Filter } from 'bloomext';
import * as forDrizzle from 'bloomext/drizzle-orm';
import * as forKnex from 'bloomext/knex';
import * as forKysely from 'bloomext/kysely';
import * as forSequelize from 'bloomext/sequelize';
import * as forTypeORM from 'bloomext/typeorm';

import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { pgTable, text } from 'drizzle-orm/pg-core';
import { knex as makeKnex } from 'knex';
import { Kysely, PostgresDialect, sql, type Generated } from 'kysely';
import { DataTypes, Op, Sequelize } from 'sequelize';
import { Column, DataSource, Entity, EntitySchema, PrimaryColumn } from 'typeorm';
import pg from 'pg';

export async function useKnex(): Promise<void> {
    const { afterCreate, bloomAdd, bloomAgg, contains, containsAny, containedBy } = forKnex;
    const knex = makeKnex({ client: 'pg', connection: {}, pool: { afterCreate } });
    await knex.schema.createTable('sites', table => {
        table.bloom('urls', 1000, 0.01).notNullable();
        // @ts-expect-error: a capacity is a number
        table.bloom('urls', '1000');
    });
    await knex('sites').where(contains(knex, 'urls', '/')).andWhere(containsAny(knex, 'urls', [1n, 2]));
    await knex('sites').where({ site: 'a' }).update({ urls: bloomAdd(knex, 'urls', new Date()) });
    await knex('sites').where(containedBy(knex, knex.ref('site'), Filter.build(['a']))).select({ all: bloomAgg(knex, 'site', 100) });
    await knex.transaction(async transaction => {
        await transaction('sites').where(contains(transaction, 'urls', 'x', 'uuid'));
        await transaction('sites').where(contains(transaction, 'urls', transaction.ref('site'), 'text'));
    });
    // @ts-expect-error: no value
    contains(knex, 'urls', undefined);
    // @ts-expect-error: null has no type
    contains(knex, 'urls', null);
    const site: string | null = await knex('sites').first('site');
    contains(knex, 'urls', site, 'text');
    // @ts-expect-error: no instance of Knex
    contains('urls', '/');
}

interface Database {
    sites: { site: string; urls: Filter | null; id: Generated<number> };
}

export async function useKysely(): Promise<void> {
    const { bloom, bloomAdd, bloomAgg, contains, containedBy } = forKysely;
    const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: new pg.Pool() }) });
    await db.schema.createTable('sites').addColumn('urls', bloom(1000, 0.01)).execute();
    await db.insertInto('sites').values({ site: 'a', urls: Filter.build(['/']) }).execute();
    await db.updateTable('sites').set({ urls: bloomAdd('urls', '/new') }).execute();
    const rows = await db.selectFrom('sites').selectAll().where(contains('urls', '/')).where(contains('urls', sql.ref('site'))).execute();
    const { all } = await db.selectFrom('sites').select(bloomAgg('site', 1000).as('all')).executeTakeFirstOrThrow();
    const filters: (Filter | null)[] = [all, ...rows.map(row => row.urls)];
    await db.selectFrom('sites').where(eb => eb.or([containedBy('site', all), containedBy(eb.ref('id'), 'urls')])).execute();
    // @ts-expect-error: no filter
    containedBy('site', filters);
}

const sites = pgTable('sites', { site: text(), urls: forDrizzle.bloom('urls', { capacity: 1000, errorRate: 0.01 }).notNull(),
    list: forDrizzle.bloom().array() });

export async function useDrizzle(): Promise<void> {
    const { bloomAdd, bloomAgg, contains, containedBy, containsAll } = forDrizzle;
    const db = drizzle(new pg.Pool());
    await db.insert(sites).values({ site: 'a', urls: Filter.build(['/']), list: [Filter.create(10)] });
    await db.update(sites).set({ urls: bloomAdd(sites.urls, '/new') }).where(eq(sites.site, 'a'));
    const [{ urls, list }] = await db.select().from(sites).where(contains(sites.urls, sites.site));
    const [{ all }] = await db.select({ all: bloomAgg(sites.site, 1000) }).from(sites).where(containsAll(sites.urls, ['/', null]));
    const filter: Filter = urls.union(all);
    const filters: Filter[] | null = list;
    await db.select().from(sites).where(containedBy(sites.site, filter));
    // @ts-expect-error: no filter
    await db.insert(sites).values({ site: 'a', urls: 'x' });
    // @ts-expect-error: no such option
    forDrizzle.bloom('urls', { size: 1000 });
    if (filters)
        return;
}

export async function useSequelize(): Promise<void> {
    const { BLOOM, bloomAdd, bloomAgg, contains, containedBy } = forSequelize;
    const sequelize = new Sequelize({ dialect: 'postgres' });
    const Site = sequelize.define('sites', { site: DataTypes.TEXT, urls: BLOOM(1000, 0.01), list: DataTypes.ARRAY(BLOOM), all: { type: BLOOM } });
    await Site.findAll({ where: contains('urls', '/') });
    await Site.findAll({ where: { site: 'a', [Op.and]: containedBy('site', Filter.build(['a'])) } });
    await Site.update({ urls: bloomAdd('urls', '/new') }, { where: { [Op.or]: [contains('urls', Sequelize.col('site'))] } });
    await Site.findOne({ attributes: [[bloomAgg('site', 1000), 'all']] });
    // @ts-expect-error: a capacity is a number
    BLOOM('1000');
}

@Entity()
class Site {
    @PrimaryColumn('text') site!: string;
    @Column(forTypeORM.bloom({ nullable: true })) urls!: Filter | null;
}

export async function useTypeORM(): Promise<void> {
    const { bloom, contains, containedBy, register } = forTypeORM;
    const Schema = new EntitySchema<Site>({ name: 'sites', columns: { site: { type: 'text', primary: true }, urls: bloom() } });
    const source = await register(new DataSource({ type: 'postgres', entities: [Site, Schema] })).initialize();
    await source.getRepository(Site).find({ where: { urls: contains(null, 'text') } });
    await source.getRepository(Site).find({ where: { urls: contains('/'), site: containedBy(Filter.build(['a'])) } });
    // @ts-expect-error: no filter
    containedBy('a');
}
