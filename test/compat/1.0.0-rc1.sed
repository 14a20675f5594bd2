# Names in SQL that have changed since this version, in the dump of a database
s/bloom_rollup(/bloom_elastic(/g
s/bloom(rollup)/bloom(elastic)/g
