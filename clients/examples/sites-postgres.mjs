// postgres.js. Needs the tables of doc/clients.md, and the driver (npm: postgres)
import postgres from 'postgres';

const sql = postgres();

await sql`INSERT INTO sites VALUES ('example.com', bloom(1000))`;
await sql`UPDATE sites SET urls = bloom_add_all(urls, ${['/', '/about']}) WHERE site = ${'example.com'}`;

const [one] = await sql`SELECT urls @> ${'/about'} AS seen FROM sites`;
console.log(one.seen);                              // => true
const [each] = await sql`SELECT bloom_contains_each(urls, ${['/', '/new']}) AS seen FROM sites`;
console.log(each.seen);                             // => [ true, false ]

// only the new values
const claimed = await sql`SELECT url FROM bloom_claim_all('crawl', ${['/', '/about', '/']}) AS url`;
console.log(claimed.map(row => row.url));           // => [ '/', '/about' ]

const [{ bytes }] = await sql`SELECT urls::bytea AS bytes FROM sites`;
console.log(bytes.length);                          // => 52
await sql`INSERT INTO sites VALUES ('copy', ${bytes})`;
const [copy] = await sql`SELECT urls @> ${'/about'} AS seen FROM sites WHERE site = 'copy'`;
console.log(copy.seen);                             // => true

await sql.end();
