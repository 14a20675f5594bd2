# psycopg2. Needs the tables of doc/clients.md, and the driver (Debian: python3-psycopg2)
import psycopg2

connection = psycopg2.connect('')
cursor = connection.cursor()

cursor.execute("INSERT INTO sites VALUES ('example.com', bloom(1000))")
cursor.execute('UPDATE sites SET urls = bloom_add_all(urls, %s) WHERE site = %s', (['/', '/about'], 'example.com'))

cursor.execute('SELECT urls @> %s FROM sites', ('/about',))
print(cursor.fetchone()[0])                         # => True
cursor.execute('SELECT bloom_contains_each(urls, %s) FROM sites', (['/', '/new'],))
print(cursor.fetchone()[0])                         # => [True, False]

# only the new values
cursor.execute("SELECT bloom_claim_all('crawl', %s)", (['/', '/about', '/'],))
print([url for url, in cursor])                     # => ['/', '/about']

cursor.execute('SELECT urls::bytea FROM sites')
data = bytes(cursor.fetchone()[0])
print(len(data))                                    # => 52
cursor.execute("INSERT INTO sites VALUES ('copy', %s)", (data,))
cursor.execute("SELECT urls @> %s FROM sites WHERE site = 'copy'", ('/about',))
print(cursor.fetchone()[0])                         # => True
connection.commit()
