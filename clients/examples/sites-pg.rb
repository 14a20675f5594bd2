# Ruby pg. Needs the tables of doc/clients.md, and the driver (Debian: ruby-pg)
require 'pg'

connection = PG.connect
connection.type_map_for_results = PG::BasicTypeMapForResults.new(connection)
to_array = PG::TextEncoder::Array.new

connection.exec("INSERT INTO sites VALUES ('example.com', bloom(1000))")
connection.exec_params('UPDATE sites SET urls = bloom_add_all(urls, $1) WHERE site = $2',
                       [to_array.encode(['/', '/about']), 'example.com'])

p connection.exec_params('SELECT urls @> $1 FROM sites', ['/about']).getvalue(0, 0)     # => true
each = connection.exec_params('SELECT bloom_contains_each(urls, $1) FROM sites', [to_array.encode(['/', '/new'])])
p each.getvalue(0, 0)                                                                   # => [true, false]

# only the new values
claimed = connection.exec_params("SELECT bloom_claim_all('crawl', $1)", [to_array.encode(['/', '/about', '/'])])
p claimed.column_values(0)                                                              # => ["/", "/about"]

bytes = connection.exec('SELECT urls::bytea FROM sites').getvalue(0, 0)
p bytes.bytesize                                                                        # => 52
connection.exec_params("INSERT INTO sites VALUES ('copy', $1)", [{ value: bytes, format: 1 }])
p connection.exec_params("SELECT urls @> $1 FROM sites WHERE site = 'copy'", ['/about']).getvalue(0, 0)     # => true
