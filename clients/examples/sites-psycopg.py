# psycopg 3. Needs the tables of doc/clients.md, and the driver (Debian: python3-psycopg)
import psycopg

with psycopg.connect() as connection:
    connection.execute("INSERT INTO sites VALUES ('example.com', bloom(1000))")
    connection.execute('UPDATE sites SET urls = bloom_add_all(urls, %s) WHERE site = %s',
                       (['/', '/about'], 'example.com'))

    seen = connection.execute('SELECT urls @> %s FROM sites', ('/about',)).fetchone()
    print(seen[0])                                  # => True
    seen = connection.execute('SELECT bloom_contains_each(urls, %s) FROM sites', (['/', '/new'],)).fetchone()
    print(seen[0])                                  # => [True, False]

    # only the new values
    claimed = connection.execute("SELECT bloom_claim_all('crawl', %s)", (['/', '/about', '/'],))
    print([url for url, in claimed])                # => ['/', '/about']

    data = connection.execute('SELECT urls::bytea FROM sites').fetchone()[0]
    print(len(data))                                # => 52
    connection.execute("INSERT INTO sites VALUES ('copy', %s)", (data,))
    seen = connection.execute("SELECT urls @> %s FROM sites WHERE site = 'copy'", ('/about',)).fetchone()
    print(seen[0])                                  # => True
