// knex. Needs the tables of doc/clients.md, and the driver (npm: knex, pg)
import makeKnex from 'knex';

const knex = makeKnex({ client: 'pg', connection: {} });

await knex('sites').insert({ site: 'example.com', urls: knex.raw('bloom(1000)') });
await knex('sites').where({ site: 'example.com' })
    .update({ urls: knex.raw('bloom_add_all(urls, ?)', [['/', '/about']]) });

const one = await knex('sites').first(knex.raw('urls @> ? AS seen', ['/about']));
console.log(one.seen);                              // => true
console.log(await knex('sites').whereRaw('urls @> ?', ['/about']).pluck('site'));     // => [ 'example.com' ]
const each = await knex('sites').first(knex.raw('bloom_contains_each(urls, ?) AS seen', [['/', '/new']]));
console.log(each.seen);                             // => [ true, false ]

// only the new values
const claimed = await knex.raw("SELECT url FROM bloom_claim_all('crawl', ?) AS url", [['/', '/about', '/']]);
console.log(claimed.rows.map(row => row.url));      // => [ '/', '/about' ]

const { bytes } = await knex('sites').first(knex.raw('urls::bytea AS bytes'));
console.log(bytes.length);                          // => 52
await knex('sites').insert({ site: 'copy', urls: bytes });
const copy = await knex('sites').where({ site: 'copy' }).first(knex.raw('urls @> ? AS seen', ['/about']));
console.log(copy.seen);                             // => true

await knex.destroy();
