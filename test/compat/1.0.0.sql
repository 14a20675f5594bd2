-- What has changed since this version was tagged

-- bloom_agg without a capacity returns an elastic filter, and these are coded
-- from 17 hashes on.  Other views build the same bytes.
INSERT INTO built_otherwise VALUES
	('default, list'), ('fixed, by the number of values');

-- A set's settings have a further column
DO $$ DECLARE
	name text;
BEGIN
	FOREACH name IN ARRAY ARRAY['crawl', 'loaded', 'lasting'] LOOP
		EXECUTE format('ALTER TABLE %I ADD doublings integer', name || '_settings');
		EXECUTE format('UPDATE %I SET doublings = 0', name || '_settings');
	END LOOP;
END $$;
