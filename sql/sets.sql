-- Shared sets: tables that many sessions claim values in
SELECT bloom_set_create('crawl', 10000, 0.001);
SELECT bloom_claim('crawl', 'http://example.com/'), bloom_claim('crawl', 'http://example.com/') AS again, bloom_claim('crawl', NULL) AS "null";
SELECT bloom_seen('crawl', 'http://example.com/'), bloom_seen('crawl', 'http://example.org/') AS other;
SELECT * FROM bloom_claim_all('crawl', ARRAY['c', 'a', NULL, 'b', 'a', 'http://example.com/', 'c']);
SELECT * FROM bloom_claim_all('crawl', ARRAY['c', 'd']::varchar[]);
SELECT bloom_claim_all('crawl', '{}'::text[]), bloom_claim_all('crawl', ARRAY[NULL::text]);
SELECT * FROM bloom_set_info('crawl');
