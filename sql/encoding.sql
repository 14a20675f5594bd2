-- Text is hashed as UTF-8 whatever the database's encoding
\set this_database :DBNAME
CREATE DATABASE regress_bloom_latin1 TEMPLATE template0 ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C';
CREATE DATABASE regress_bloom_ascii TEMPLATE template0 ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C';
SELECT bloom_hash('Grüße') AS utf8, (bloom(10) || 'Grüße')::text AS filter, (bloom_new('guava', 10, keys => 'utf16') || 'Grüße')::text AS utf16 \gset

\c regress_bloom_latin1
SET client_encoding = 'UTF8';
CREATE EXTENSION bloomext;
CREATE TYPE gruß AS ENUM ('Grüße');
SELECT octet_length('Grüße') AS bytes, bloom_hash('Grüße') = :utf8 AS text, bloom_hash('Grüße'::char(9)) = :utf8 AS char,
	bloom_hash('Grüße'::name) = :utf8 AS name, bloom_hash('Grüße'::gruß) = :utf8 AS enum;
SELECT (bloom_info(bloom(10) || 'Grüße'::gruß)).class;
SELECT (bloom(10) || 'Grüße')::text = :'filter' AS same_filter, :'filter'::bloom @> 'Grüße' AS contains;
SELECT (bloom_new('guava', 10, keys => 'utf16') || 'Grüße')::text = :'utf16' AS same_utf16, :'utf16'::bloom @> 'Grüße' AS contains;

\c regress_bloom_ascii
CREATE EXTENSION bloomext;
SELECT bloom_hash(E'Gr\303\274\303\237e') = :utf8 AS utf8_bytes, bloom_hash(E'\377') = bloom_hash('\xff'::bytea) AS other_bytes;
SELECT :'utf16'::bloom @> E'Gr\303\274\303\237e' AS utf8_bytes, bloom_new('guava', 10, keys => 'utf16') || E'a\377' @> E'a\357\277\275' AS other_bytes;

\c :this_database
DROP DATABASE regress_bloom_latin1;
DROP DATABASE regress_bloom_ascii;
