-- What has changed since this version was tagged

-- bloom_agg without a capacity returns an elastic filter, and these are coded
-- from 17 hashes on.  Other views build the same bytes.
INSERT INTO built_otherwise VALUES
	('default, list'), ('fixed, by the number of values');

-- A set's settings have a further column
ALTER TABLE crawl_settings ADD doublings integer;
ALTER TABLE loaded_settings ADD doublings integer;
ALTER TABLE lasting_settings ADD doublings integer;
UPDATE crawl_settings SET doublings = 0;
UPDATE loaded_settings SET doublings = 0;
UPDATE lasting_settings SET doublings = 0;
