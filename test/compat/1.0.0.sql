-- What has changed since this version was tagged

-- bloom_agg without a capacity returns an elastic filter, and these are coded
-- from 17 hashes on.  Other views build the same bytes.
INSERT INTO built_otherwise VALUES
	('default, list'), ('fixed, by the number of values');

\ir doublings.sql
