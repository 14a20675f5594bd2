# What has changed in SQL since this version, in the dump of a database
s/bloom_rollup(/bloom_elastic(/g
s/bloom(rollup)/bloom(elastic)/g
s/,rollup)/,elastic)/g
/^CREATE TRIGGER bloom_set /d
