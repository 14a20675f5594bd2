# asyncpg. Needs the tables of doc/clients.md, and the driver (Debian: python3-asyncpg)
import asyncio

import asyncpg


async def main():
    connection = await asyncpg.connect()
    await connection.execute("INSERT INTO sites VALUES ('example.com', bloom(1000))")
    await connection.execute('UPDATE sites SET urls = bloom_add_all(urls, $1) WHERE site = $2',
                             ['/', '/about'], 'example.com')

    seen = await connection.fetchval('SELECT urls @> $1 FROM sites', '/about')
    print(seen)                                     # => True
    seen = await connection.fetchval('SELECT bloom_contains_each(urls, $1) FROM sites', ['/', '/new'])
    print(seen)                                     # => [True, False]

    # only the new values
    claimed = await connection.fetch("SELECT bloom_claim_all('crawl', $1) AS url", ['/', '/about', '/'])
    print([row['url'] for row in claimed])          # => ['/', '/about']

    # fetch and send filters as bytes; without this, use filter::bytea and $1::bytea
    await connection.set_type_codec('bloom', encoder=bytes, decoder=bytes, format='binary')
    data = await connection.fetchval('SELECT urls FROM sites')
    print(len(data))                                # => 52
    await connection.execute("INSERT INTO sites VALUES ('copy', $1)", data)
    seen = await connection.fetchval("SELECT urls @> $1 FROM sites WHERE site = 'copy'", '/about')
    print(seen)                                     # => True
    await connection.close()

asyncio.run(main())
