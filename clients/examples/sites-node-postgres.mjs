// node-postgres. Needs the tables of doc/clients.md, and the driver (npm: pg)
import pg from 'pg';

const client = new pg.Client();
await client.connect();

await client.query("INSERT INTO sites VALUES ('example.com', bloom(1000))");
await client.query('UPDATE sites SET urls = bloom_add_all(urls, $1) WHERE site = $2', [['/', '/about'], 'example.com']);

let { rows } = await client.query('SELECT urls @> $1 AS seen FROM sites', ['/about']);
console.log(rows[0].seen);                          // => true
({ rows } = await client.query('SELECT bloom_contains_each(urls, $1) AS seen FROM sites', [['/', '/new']]));
console.log(rows[0].seen);                          // => [ true, false ]

// only the new values
({ rows } = await client.query("SELECT url FROM bloom_claim_all('crawl', $1) AS url", [['/', '/about', '/']]));
console.log(rows.map(row => row.url));              // => [ '/', '/about' ]

({ rows } = await client.query('SELECT urls::bytea AS bytes FROM sites'));
console.log(rows[0].bytes.length);                  // => 52
await client.query("INSERT INTO sites VALUES ('copy', $1)", [rows[0].bytes]);
({ rows } = await client.query("SELECT urls @> $1 AS seen FROM sites WHERE site = 'copy'", ['/about']));
console.log(rows[0].seen);                          // => true

await client.end();
