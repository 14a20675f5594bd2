-- A set's settings have a further column
ALTER TABLE crawl_settings ADD doublings integer;
ALTER TABLE loaded_settings ADD doublings integer;
ALTER TABLE lasting_settings ADD doublings integer;
UPDATE crawl_settings SET doublings = 0;
UPDATE loaded_settings SET doublings = 0;
UPDATE lasting_settings SET doublings = 0;
