-- A list of URLs that nobody shall open, and what browsers get of it
CREATE EXTENSION IF NOT EXISTS bloomext;

CREATE TABLE blocked (url text PRIMARY KEY);
INSERT INTO blocked
SELECT 'https://' || md5(i::text) || '.example/' FROM generate_series(1, 100000) AS i;
INSERT INTO blocked VALUES ('https://malware.example/download'), ('https://bücher.example/falsch');

CREATE TABLE published AS
SELECT bloom_agg(url, (SELECT count(*) FROM blocked), 0.001) AS urls FROM blocked;
