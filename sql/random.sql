-- Random programs: every operation is done to filters and to exact sets, and after each step the filters have to tell what the sets do
SET client_min_messages = error;	-- some filters hold more than their capacity, and warn
SET plpgsql.check_asserts = on;

-- A filter and what it has to be.  Nearly all operations give exactly the filter of a set; then least and most are that set.  The
-- intersection of dense filters has the bits of the common values, and maybe others, but none that its operands did not have.
CREATE TYPE register AS (
	f bloom,
	shape bloom,	-- the empty filter of its shape
	class text,		-- of the values, as in the text form
	least int[],	-- numbers of values in the universe, ascending
	most int[],
	coded bool,		-- the list has only a part of each hash, for it was longer, or comes from one that was
	slack int,		-- values that the bits may tell twice, being in two layers, or less of, being chosen by the bits of another filter
	shares int		-- growing filters whose error rates its layers may add up to
);
CREATE FUNCTION new_register(f bloom, shape bloom) RETURNS register LANGUAGE sql AS $$
	SELECT ROW(f, shape, '00000000', '{}', '{}', false, 0, 1)::register
$$;

-- whether it is the empty filter of an elastic one (doc/format.md)
CREATE FUNCTION elastic(shape bloom) RETURNS bool LANGUAGE sql AS $$
	SELECT get_byte(shape::bytea, 1) & 4 <> 0 OR substring(shape::bytea, 21, 8) = '\x0000000000000000'
$$;

-- the longest list of whole hashes in a stored filter (doc/format.md)
CREATE FUNCTION list_limit(shape bloom) RETURNS int LANGUAGE sql AS $$
	SELECT CASE WHEN elastic(shape) THEN 1024
		ELSE ((bloom_size(capacity, CASE growth WHEN 0 THEN error_rate ELSE error_rate * 0.08 END)).bytes - 41) / 8 END
	FROM bloom_info(shape)
$$;

-- whether a filter can be folded; regions are of one line if the rate is at least 2^-7, and no other filter here can be
CREATE FUNCTION folds(shape bloom, to_capacity bigint) RETURNS bool LANGUAGE sql AS $$
	SELECT i.growth = 0 AND i.capacity % to_capacity = 0 AND i.error_rate >= 1.0 / 128
		AND (large.bytes - 56) * to_capacity = (small.bytes - 56) * i.capacity
	FROM bloom_info(shape) i, bloom_size(i.capacity, i.error_rate) large, bloom_size(to_capacity, i.error_rate) small
$$;

-- which of two lists gives its shape to the union: one with parts of hashes, then one that is not elastic; of elastic ones, that with the
-- fewest bits per hash; then the larger capacity, the smaller error rate, the larger growth
CREATE FUNCTION outranking(a register, b register) RETURNS bloom LANGUAGE sql AS $$
	SELECT CASE WHEN (a.coded, NOT elastic(a.shape), CASE WHEN elastic(a.shape) THEN -ceil(log(2.0, i.capacity / i.error_rate::numeric)) ELSE 0 END, i.capacity, -i.error_rate, i.growth)
		>= (b.coded, NOT elastic(b.shape), CASE WHEN elastic(b.shape) THEN -ceil(log(2.0, j.capacity / j.error_rate::numeric)) ELSE 0 END, j.capacity, -j.error_rate, j.growth) THEN a.shape ELSE b.shape END
	FROM bloom_info(a.shape) i, bloom_info(b.shape) j
$$;

-- the shape of what two filters combine to, or null if they don't; f and g are those of a and b, or have more values
CREATE FUNCTION combined_shape(a register, b register, f bloom, g bloom, operation text) RETURNS bloom LANGUAGE sql AS $$
	SELECT CASE WHEN operation LIKE 'union%' AND a.shape = bloom() AND fi.representation = 'sparse' AND fi.cardinality = 0 THEN b.shape
		WHEN operation LIKE 'union%' AND b.shape = bloom() AND gi.representation = 'sparse' AND gi.cardinality = 0 THEN a.shape
		WHEN i.seed <> j.seed AND NOT (fi.representation = 'sparse' AND a.shape = bloom() AND fi.cardinality = 0)
			AND NOT (gi.representation = 'sparse' AND b.shape = bloom() AND gi.cardinality = 0) THEN NULL
		WHEN fi.representation <> 'dense' AND gi.representation <> 'dense' THEN outranking(a, b)
		WHEN a.coded OR b.coded THEN NULL
		WHEN fi.representation = 'sparse' THEN CASE WHEN operation LIKE 'intersection%' THEN a.shape ELSE b.shape END
		WHEN gi.representation = 'sparse' THEN CASE WHEN operation LIKE 'intersection%' THEN b.shape ELSE a.shape END
		WHEN (i.error_rate, i.growth) <> (j.error_rate, j.growth) THEN NULL
		WHEN i.capacity = j.capacity OR folds(b.shape, i.capacity) THEN a.shape
		WHEN folds(a.shape, j.capacity) THEN b.shape END
	FROM bloom_info(a.shape) i, bloom_info(b.shape) j, bloom_info(f) fi, bloom_info(g) gi
$$;

-- the error rate of a dense filter of bits that has more than its capacity, else 0
CREATE FUNCTION overfull_rate(f bloom) RETURNS float8 LANGUAGE sql AS $$
	SELECT CASE WHEN representation = 'dense' AND growth = 0 AND cardinality > capacity THEN bloom_fpp(f) / error_rate ELSE 0 END FROM bloom_info(f)
$$;

-- how many times the error rate of two filters with different parameters is too high after they are combined to one of a shape, or 0.
-- f and g are those of a and b.  Of an intersection it is that of the larger one alone, after a fold.
CREATE FUNCTION mixed_rate(a register, b register, f bloom, g bloom, shape bloom, operation text, universe anyarray) RETURNS float8 LANGUAGE sql AS $$
	SELECT CASE WHEN shape IS NULL OR (i.capacity, i.error_rate) = (j.capacity, j.error_rate) OR (bloom_info(shape)).growth > 0 THEN 0
		WHEN i.representation = 'dense' AND j.representation = 'dense' THEN CASE
			WHEN i.capacity < j.capacity THEN mixed_rate(b, a, g, f, shape, operation, universe)
			WHEN operation LIKE 'union%' THEN overfull_rate(bloom_fold(f, j.capacity) | g)
			ELSE overfull_rate(bloom_fold(f, j.capacity)) END
		WHEN operation NOT LIKE 'union%' OR (a.shape = bloom() OR j.representation = 'dense') AND a.most = '{}' AND i.representation = 'sparse'
			OR (b.shape = bloom() OR i.representation = 'dense') AND b.most = '{}' AND j.representation = 'sparse' THEN 0
		ELSE overfull_rate(bloom_add_all(bloom_add_all(CASE WHEN i.representation = 'dense' THEN f WHEN j.representation = 'dense' THEN g ELSE shape END,
			CASE WHEN i.representation = 'dense' THEN '{}' ELSE ARRAY(SELECT universe[v] FROM unnest(a.most) v) END),
			CASE WHEN j.representation = 'dense' THEN '{}' ELSE ARRAY(SELECT universe[v] FROM unnest(b.most) v) END)) END
	FROM bloom_info(f) i, bloom_info(g) j
$$;

-- what a register has to be after values are added; f is left to the caller
CREATE FUNCTION plus(r register, batch int[], class text) RETURNS register LANGUAGE plpgsql AS $$
DECLARE
	exact bool := r.least = r.most;
BEGIN
	IF batch <> '{}' THEN
		r.class := greatest(r.class, class);
		r.least := ARRAY(SELECT DISTINCT v FROM unnest(r.least || batch) v ORDER BY v);
		r.most := CASE WHEN exact THEN r.least ELSE ARRAY(SELECT DISTINCT v FROM unnest(r.most || batch) v ORDER BY v) END;
	END IF;
	r.coded := r.coded OR elastic(r.shape) AND cardinality(r.most) > 1024;
	RETURN r;
END $$;

-- by how much the estimated number of n values may be off: 6 standard deviations, and what is not by chance
CREATE FUNCTION tolerance(f bloom, n int, slack int) RETURNS float8 LANGUAGE sql AS $$
	SELECT CASE WHEN representation <> 'dense' THEN 0
		WHEN growth > 0 THEN 2 + 2 * sqrt(n + slack) + slack
		WHEN load < 4 THEN 2 + 6 * sqrt(bits * (exp(load) - load - 1)) / probes + slack
		ELSE 'infinity' END
	FROM bloom_info(f), LATERAL (SELECT probes * n / bits::float8 AS load) AS l
$$;

-- all that has to hold of a register, after every step
CREATE FUNCTION check_register(r register, universe anyarray, others anyarray) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	f bloom := bloom_add_all(r.f, universe[1:0]);	-- in memory
	members universe%TYPE := ARRAY(SELECT universe[v] FROM unnest(r.least) v);
	lower bloom := overlay(bloom_add_all(r.shape, members)::text PLACING r.class FROM 11 FOR 8);
	upper bloom := lower;
	none bloom := (bloom() || universe[1]) & (bloom() || universe[2]);	-- no value, but a class
	parts bloom;	-- an elastic filter without values that is coded
	exact bool := r.least = r.most;
	info record := bloom_info(f);
	n int := cardinality(r.most);
	off float8 := tolerance(f, n, r.slack);
	expected float8;
	positives int := cardinality(array_positions(bloom_contains_each(f, others), true));
BEGIN
	ASSERT bloom_contains_all(f, members), 'a member is lost';
	ASSERT (f || others[1]) @> others[1] AND f::text = r.f::text, 'a copy is not one';
	ASSERT f::text::bloom::text = f::text, 'not valid';
	ASSERT bloom_clear(f)::text = r.shape::text, 'another shape';
	ASSERT substr(f::text, 11, 8) = r.class, 'another class';
	ASSERT f | none = none | f AND (bloom_info(f | none)).class <> '', 'the class of no values';
	ASSERT info.representation = CASE WHEN r.coded THEN 'coded' WHEN n <= list_limit(r.shape) THEN 'sparse' ELSE 'dense' END, 'another form';
	IF r.coded THEN
		parts := bloom_add_all(r.shape, ARRAY(SELECT generate_series(1, 1100))) & bloom_add_all(r.shape, ARRAY(SELECT generate_series(2001, 3100)));
		parts := overlay(parts::text PLACING '00000000' FROM 11 FOR 8);
		lower := lower | parts;
		upper := lower;
	END IF;
	ASSERT bloom_add_hash(f, bloom_hash(members[1], info.seed)) = f, 'a member was new';
	ASSERT f || others[1] <> f AND bloom_add_all(r.shape, members[2:] || others[1:1]) <> f OR f @> others[1], 'equal, and has one more';

	IF info.growth = 0 OR info.representation <> 'dense' THEN
		IF NOT exact THEN
			upper := overlay(bloom_add_all(r.shape, ARRAY(SELECT universe[v] FROM unnest(r.most) v))::text PLACING r.class FROM 11 FOR 8)::bloom
				| CASE WHEN r.coded THEN parts ELSE bloom_clear(r.shape) END;
		END IF;
		ASSERT f | lower = f, 'a bit of a member is lost';
		ASSERT f | upper = upper, 'a bit too much';
		ASSERT NOT exact OR f = lower AND lower = f AND f::text = lower::text, 'not the filter of its members';
		ASSERT f | f = f AND f & f = f, 'not idempotent';
	END IF;

	ASSERT info.cardinality BETWEEN cardinality(members) - off AND n + off, format('%s values instead of %s to %s', info.cardinality, cardinality(members), n);
	-- others test positive as often as the filter tells, and that is as promised
	expected := cardinality(others) * CASE info.growth WHEN 0 THEN bloom_fpp(upper) ELSE info.fpp END;
	off := 2 + 6 * sqrt(expected);
	ASSERT positives <= expected + off AND (positives >= expected - off OR NOT exact), format('%s false positives instead of %s', positives, expected);
	IF info.representation <> 'dense' THEN
		ASSERT positives = 0 AND info.fpp < CASE WHEN r.coded THEN 1e-6 ELSE 1e-15 END, 'false positives of a list';
	ELSIF info.growth > 0 THEN
		ASSERT info.fpp <= r.shares * info.error_rate, format('error rate %s', info.fpp);
	ELSIF n <= info.capacity THEN
		ASSERT info.fpp <= 1.4 * info.error_rate, format('error rate %s', info.fpp);
	END IF;
END $$;

-- A program of so many steps with four registers, which begin as the given empty filters.  Values are those of the universe, others
-- are never added.  The numbers come from md5, for those of random() are not the same in all versions of PostgreSQL.
CREATE FUNCTION program(seed text, steps int, empty bloom[], universe anyarray, others anyarray, OUT failure text, OUT events text[])
LANGUAGE plpgsql AS $$
DECLARE
	step int := 0;
	operation text;
BEGIN
	DECLARE
		size int := cardinality(universe);
		class text := substr((bloom(1) || universe[1])::text, 11, 8);
		registers register[];
		a register;			-- what the operation changes
		b register;
		c register;
		dice bytea;
		start int;
		k int;
		batch int[];		-- values to be added to a first
		more int[];			-- to b
		x universe%TYPE;	-- the same, as values
		y universe%TYPE;
		f bloom;			-- the result
		g bloom;
		i record;
		j record;
		expected text;
		problem text;
		wire bytea;
		either int;
		common int;
		off float8;
	BEGIN
		FOR k IN 1 .. 4 LOOP
			f := empty[1 + k % cardinality(empty)];
			registers[k] := new_register(f, f);
		END LOOP;

		WHILE step < steps LOOP
			step := step + 1;
			dice := decode(md5(seed || ' ' || step), 'hex');
			a := registers[1 + get_byte(dice, 0) % 4];
			b := registers[1 + get_byte(dice, 1) % 4];
			operation := (ARRAY['add', 'add', 'add all', 'add all', 'add hashes', 'aggregate', 'aggregate', 'union', 'union', 'union', 'union agg',
				'intersection', 'intersection', 'intersection agg', 'fold', 'clear', 'begin', 'store', 'estimate', 'estimate', 'refuse'])[1 + get_byte(dice, 2) % 21];

			IF operation = 'aggregate' THEN
				a := new_register(a.f, a.shape);	-- only its shape counts
			END IF;
			-- up to a list's limit or one off, none, a few, many, very many
			start := get_byte(dice, 3) * 256 + get_byte(dice, 4);
			k := get_byte(dice, 5) * 256 + get_byte(dice, 6);
			IF get_byte(dice, 7) % 7 = 0 THEN
				k := greatest(list_limit(a.shape) - cardinality(a.most) + k % 3 - 1, 0);
				batch := ARRAY(SELECT generate_series(1, size) EXCEPT SELECT unnest(a.most) ORDER BY 1 LIMIT k);
			ELSE
				k := (ARRAY[0, 0, 1 + k % 8, 1 + k % 8, 1 + k % (1 + size / 8), 1 + k % (1 + size / 2)])[get_byte(dice, 7) % 7];
				batch := ARRAY(SELECT 1 + (start + v) % size FROM generate_series(1, k) v);
			END IF;
			more := ARRAY(SELECT 1 + (7 * start + v) % size FROM generate_series(1, get_byte(dice, 8) % 60 - 40) v);
			x := ARRAY(SELECT universe[v] FROM unnest(batch || batch[1:3] || NULL::int) v);		-- with repeats and a null
			y := ARRAY(SELECT universe[v] FROM unnest(more) v);

			CASE operation
			WHEN 'add' THEN
				-- in one expression, and in a variable
				f := a.f || universe[batch[1]] || universe[batch[2]] || universe[batch[3]];
				FOREACH k IN ARRAY batch[4:20] LOOP
					f := f || universe[k];
					ASSERT f @> universe[k], 'not added';
				END LOOP;
				a := plus(a, batch[1:20], class);
			WHEN 'add all' THEN
				f := bloom_add_all(bloom_add_all(a.f, x), y);
				a := plus(a, batch || more, class);
			WHEN 'add hashes' THEN
				f := a.f;
				FOREACH k IN ARRAY batch[1:20] LOOP
					f := bloom_add_hash(f, bloom_hash(universe[k], (bloom_info(a.shape)).seed));
				END LOOP;
				a := plus(a, batch[1:20], '00000000');
			WHEN 'aggregate' THEN
				-- over no rows it is bloom()
				x := x[1 : cardinality(x) - start % 2];
				SELECT bloom_agg_like(v, a.f) INTO f FROM unnest(x) v;
				a.shape := CASE WHEN x = '{}' THEN bloom() ELSE a.shape END;
				a := plus(a, batch, class);
			WHEN 'fold' THEN
				a := plus(a, batch, class);
				i := bloom_info(a.shape);
				k := CASE WHEN elastic(a.shape) THEN 100 ELSE i.capacity END / (ARRAY[1, 2, 2, 2, 3, 5])[1 + start % 6];
				g := CASE WHEN elastic(a.shape) THEN a.shape WHEN i.growth = 0 AND k = i.capacity OR k > 0 AND folds(a.shape, k) THEN bloom(k, i.error_rate, seed => i.seed) END;
				BEGIN
					f := bloom_fold(bloom_add_all(a.f, x), k);
					ASSERT g IS NOT NULL, 'folded';
					a.shape := g;
				EXCEPTION WHEN invalid_parameter_value THEN
					ASSERT g IS NULL, SQLERRM;
					operation := 'fold: refused';
					f := bloom_add_all(a.f, x);
				END;
			WHEN 'clear' THEN
				f := bloom_clear(bloom_add_all(a.f, x));
				a := new_register(f, (plus(a, batch, class)).shape);
			WHEN 'begin' THEN
				f := empty[1 + start % cardinality(empty)];
				a := new_register(f, f);
			WHEN 'store' THEN
				f := bloom_add_all(a.f, x);
				INSERT INTO stored VALUES (f, f::text, f::bytea), (b.f, NULL, NULL);
				-- a large filter is read in parts, or kept if it was tested just before
				x := universe[1:20] || others[1:20];
				ASSERT CASE start % 2
					WHEN 0 THEN (SELECT bool_and((SELECT bool_and((filter @> v) = (CASE WHEN text_form IS NULL THEN b.f ELSE f END @> v)) FROM stored)) FROM unnest(x) v)
					ELSE (SELECT bool_and((SELECT bool_and((filter @> v) = (CASE WHEN text_form IS NULL THEN b.f ELSE f END @> v)) FROM unnest(x) v)) FROM stored) END, 'stored';
				SELECT filter, text_form, wire_form INTO STRICT g, problem, wire FROM stored WHERE text_form IS NOT NULL;
				ASSERT g = f AND g::text = f::text, 'stored';
				DELETE FROM stored;
				f := g;
				a := plus(a, batch, class);
				ASSERT problem = f::text AND problem::bloom = f AND problem::bloom::text = problem, 'text form';
				ASSERT wire = bloom_send(f) AND wire::bloom = f AND wire::bloom::bytea = wire, 'wire form';
			WHEN 'refuse' THEN
				-- another shape and another class are refused, and change nothing
				a := plus(a, batch, class);
				f := bloom_add_all(a.f, x);
				i := bloom_info(a.shape);
				g := CASE WHEN elastic(a.shape) THEN bloom(7919)
					WHEN start % 4 = 0 THEN bloom(i.capacity + 7919, i.error_rate, i.growth, seed => i.seed)
					WHEN start % 4 = 1 THEN bloom(i.capacity, i.error_rate / 2, i.growth, seed => i.seed)
					WHEN start % 4 = 2 THEN bloom(i.capacity, i.error_rate, (i.growth + 2) % 6, seed => i.seed)
					ELSE bloom(i.capacity, i.error_rate, i.growth, seed => i.seed + 1) END;
				-- lists combine whatever their shapes are
				IF start % 5 < 3 THEN
					g := bloom_uncount(bloom((bloom_info(g)).capacity, (bloom_info(g)).error_rate, 0, true, (bloom_info(g)).seed));
				END IF;
				expected := CASE WHEN (bloom_info(g)).seed <> i.seed AND NOT (a.shape = bloom() AND (bloom_info(f)).cardinality = 0 AND NOT a.coded)
					OR (bloom_info(f)).representation <> 'sparse' AND (bloom_info(g)).representation = 'dense' AND bloom_clear(f) <> bloom_clear(g)
					THEN '22000 bloom filters have different parameters'
					WHEN start % 3 = 2 AND (bloom_info(f)).representation = 'dense' AND (i.capacity, i.error_rate) <> ((bloom_info(g)).capacity, (bloom_info(g)).error_rate) AND overfull_rate(f || universe[1]) > 1.1
					THEN '22000 bloom filters cannot be combined without exceeding their error rate' ELSE 'none' END;
				problem := 'none';
				BEGIN
					CASE start % 3
					WHEN 0 THEN f := f | g;
					WHEN 1 THEN f := f & g;
					ELSE f := bloom_add_all(a.f, x) | (g || universe[1]);
					END CASE;
				EXCEPTION WHEN data_exception THEN
					problem := SQLSTATE || ' ' || SQLERRM;
				END;
				ASSERT problem = expected, 'shape: ' || problem;
				IF problem = 'none' THEN
					f := bloom_add_all(a.f, x);
				END IF;
				problem := 'none';
				BEGIN
					CASE start % 5
					WHEN 0 THEN f := f || date '2000-01-01';
					WHEN 1 THEN k := (f @> date '2000-01-01')::int;
					WHEN 2 THEN f := f | (a.shape || date '2000-01-01');
					WHEN 3 THEN f := (a.shape || date '2000-01-01') & f;
					ELSE f := bloom_add_all(bloom_add_all(a.f, x), ARRAY[date '2000-01-01']);
					END CASE;
				EXCEPTION WHEN data_exception THEN
					problem := SQLSTATE || ' ' || SQLERRM;
				END;
				ASSERT CASE WHEN a.class = '00000000' OR start % 5 IN (2, 3) AND a.shape = bloom() AND a.most = '{}' AND NOT a.coded THEN problem = 'none' ELSE problem ~ '^22000 .*bloom filter holds .* values' END, 'class: ' || problem;
				IF problem = 'none' THEN
					f := bloom_add_all(a.f, x);
				END IF;
			ELSE
				-- two filters, to which values may have been added since anybody looked at them
				a := plus(a, batch, class);
				b := plus(b, more, class);
				i := bloom_info(bloom_add_all(a.f, x));
				j := bloom_info(bloom_add_all(b.f, y));
				c := a;
				c.shape := combined_shape(a, b, bloom_add_all(a.f, x), bloom_add_all(b.f, y), operation);
				c.class := greatest(a.class, b.class);
				c.coded := a.coded OR b.coded;
				expected := CASE WHEN c.shape IS NULL THEN '22000 bloom filters have different parameters'
					WHEN operation NOT LIKE 'union%' AND i.representation = 'dense' AND j.representation = 'dense' AND i.growth > 0 AND
						(i.layers > 1 OR j.layers > 1 OR (i.bits, i.probes, i.cache_lines, i.block_lines) <> (j.bits, j.probes, j.cache_lines, j.block_lines))
						THEN '22000 cannot intersect bloom filters that have grown'
					WHEN mixed_rate(a, b, bloom_add_all(a.f, x), bloom_add_all(b.f, y), c.shape, operation, universe) > 1.1
						THEN '22000 bloom filters cannot be combined without exceeding their error rate' END;
				problem := NULL;
				BEGIN
					CASE operation
					WHEN 'union' THEN
						f := bloom_union(bloom_add_all(a.f, x), bloom_add_all(b.f, y));
					WHEN 'union agg' THEN
						SELECT bloom_union_agg(v.f ORDER BY n) INTO f FROM (VALUES (1, bloom_add_all(a.f, x)), (2, NULL), (3, bloom_add_all(b.f, y)), (4, a.f)) AS v(n, f);
					WHEN 'intersection' THEN
						f := bloom_intersection(bloom_add_all(a.f, x), bloom_add_all(b.f, y));
					WHEN 'intersection agg' THEN
						SELECT bloom_intersection_agg(v.f ORDER BY n) INTO f FROM (VALUES (1, bloom_add_all(a.f, x)), (2, bloom_add_all(b.f, y)), (3, NULL)) AS v(n, f);
					WHEN 'estimate' THEN
						either := bloom_union_cardinality(bloom_add_all(a.f, x), bloom_add_all(b.f, y));
						common := bloom_intersection_cardinality(bloom_add_all(b.f, y), bloom_add_all(a.f, x));
						f := bloom_add_all(a.f, x);
					END CASE;
				EXCEPTION WHEN data_exception THEN
					problem := SQLSTATE || ' ' || SQLERRM;
					f := bloom_add_all(a.f, x);
				END;
				ASSERT problem IS NOT DISTINCT FROM expected, coalesce(problem, 'combined');
				ASSERT a.f::text = registers[1 + get_byte(dice, 0) % 4].f::text AND b.f::text = registers[1 + get_byte(dice, 1) % 4].f::text, 'an operand is changed';
				operation := format('%s: %s', operation, CASE WHEN c.shape IS NULL THEN 'shapes differ' WHEN problem LIKE '%grown' THEN 'have grown' WHEN problem IS NOT NULL THEN 'too full'
					ELSE concat_ws(', ', CASE WHEN i.growth > 0 AND j.growth > 0 THEN 'growing' WHEN i.capacity <> j.capacity THEN CASE WHEN i.representation = 'dense' AND j.representation = 'dense' THEN 'by a fold' ELSE 'capacities differ' END END, least(i.representation, j.representation), greatest(i.representation, j.representation)) END);

				g := bloom_add_all(b.f, y);
				IF problem IS NOT NULL THEN
					NULL;
				ELSIF operation LIKE 'union%' THEN
					ASSERT i.growth > 0 AND j.growth > 0 OR bloom_union(g, bloom_add_all(a.f, x))::text = f::text, 'does not commute';
					c.least := ARRAY(SELECT unnest(a.least) UNION SELECT unnest(b.least) ORDER BY 1);
					c.most := ARRAY(SELECT unnest(a.most) UNION SELECT unnest(b.most) ORDER BY 1);
					c.slack := a.slack + b.slack;
					c.shares := greatest(a.shares, b.shares);
					IF i.growth > 0 AND i.representation = 'dense' AND j.representation = 'dense' THEN
						c.slack := c.slack + cardinality(a.most) + cardinality(b.most) - cardinality(c.most);
						c.shares := a.shares + b.shares;
					END IF;
					IF operation LIKE 'union agg%' AND i.growth > 0 THEN	-- which has a.f again
						c.slack := c.slack + a.slack + cardinality(a.most);
						c.shares := c.shares + a.shares;
					END IF;
					a := plus(c, '{}', class);
				ELSIF operation LIKE 'intersection%' THEN
					ASSERT bloom_intersection(g, bloom_add_all(a.f, x))::text = f::text, 'does not commute';
					c.least := ARRAY(SELECT unnest(a.least) INTERSECT SELECT unnest(b.least) ORDER BY 1);
					c.most := CASE WHEN cardinality(a.most) <= cardinality(b.most) THEN a.most ELSE b.most END;
					c.slack := a.slack + b.slack;
					c.shares := greatest(a.shares, b.shares);
					IF i.representation <> 'dense' OR j.representation <> 'dense' THEN
						-- those values of the list that the other filter contains: no random ones, if they are false positives
						c.most := CASE WHEN i.representation <> 'dense' THEN a.least ELSE b.least END;
						g := CASE WHEN i.representation <> 'dense' THEN g ELSE bloom_add_all(a.f, x) END;
						off := bloom_fpp(g) * (cardinality(c.most) - cardinality(c.least));
						y := ARRAY(SELECT universe[v] FROM unnest(c.most) v);
						c.most := ARRAY(SELECT v FROM unnest(c.most, bloom_contains_each(g, y)) AS t(v, contained) WHERE contained);
						ASSERT c.most @> c.least, 'a common member is lost';
						k := cardinality(c.most) - cardinality(c.least);
						ASSERT k <= off + 2 + 6 * sqrt(off) OR c.slack > 0 OR a.least <> a.most OR b.least <> b.most, format('%s taken for common members instead of %s', k, off);
						c.slack := c.slack + k;
						c.least := c.most;
					END IF;
					a := c;
				ELSIF a.least = a.most AND b.least = b.most AND i.fpp + j.fpp < 0.5 THEN
					off := tolerance(f, cardinality(a.most), a.slack) + tolerance(g, cardinality(b.most), b.slack) + 6 * sqrt(i.cardinality * j.fpp + j.cardinality * i.fpp);
					k := cardinality(ARRAY(SELECT unnest(a.least) UNION SELECT unnest(b.least)));
					IF i.growth = 0 AND i.representation = 'dense' AND j.representation = 'dense' AND bloom_can_combine(f, g) THEN
						ASSERT either = bloom_cardinality(f | g), 'not the cardinality of the union';
						off := off + tolerance(f | g, k, 0);
					END IF;
					ASSERT abs(either - k) <= off, format('union of %s instead of %s', either, k);
					k := cardinality(a.least) + cardinality(b.least) - k;
					ASSERT abs(common - k) <= off, format('intersection of %s instead of %s', common, k);
					ASSERT abs(bloom_jaccard(f, g) - CASE either WHEN 0 THEN 1 ELSE least(common / either::float8, 1) END) <= 1.0 / greatest(either, 1e6 * (off = 0)::int), format('Jaccard index %s instead of %s / %s', bloom_jaccard(f, g), common, either);
				END IF;
			END CASE;

			a.f := f;
			PERFORM check_register(a, universe, others);
			registers[1 + get_byte(dice, 0) % 4] := a;

			i := bloom_info(f);
			events := events || ARRAY[operation, CASE WHEN i.layers > 1 THEN 'layers' WHEN i.growth > 0 THEN 'growing, ' || i.representation ELSE i.representation END];
			IF cardinality(a.most) - list_limit(a.shape) IN (0, 1) THEN
				events := events || (i.representation || ' at the limit');
			END IF;
			IF a.least <> a.most THEN
				events := events || 'not exact'::text;
			END IF;
		END LOOP;
	END;
EXCEPTION WHEN OTHERS OR assert_failure THEN
	GET STACKED DIAGNOSTICS failure = PG_EXCEPTION_CONTEXT;
	failure := format(E'seed %s, step %s, %s: %s\n%s', seed, step, operation, SQLERRM, failure);
END $$;

CREATE TABLE stored (filter bloom, text_form text, wire_form bytea);
CREATE TABLE kinds (kind text, size int, seeds int, empty bloom[]);
INSERT INTO kinds VALUES
	('one value', 40, 8, ARRAY[bloom(1)]),
	('ten values, and a seed', 100, 8, ARRAY[bloom(10, 0.1, seed => 3), bloom(10, 0.1, seed => 3), bloom()]),
	('hundred', 400, 8, ARRAY[bloom(100), bloom(100), bloom()]),
	('hundred, several lines', 300, 8, ARRAY[bloom(100, 1e-4), bloom(100, 1e-4), bloom(100, 1e-4), bloom(100, 1e-4, seed => 1)]),
	('thousand', 1500, 8, ARRAY[bloom(1000), bloom(1000), bloom(1000), bloom()]),
	('three thousand, regions', 4000, 4, ARRAY[bloom(3000, 0.001)]),
	('folds by 2 and 3', 4000, 10, ARRAY[bloom(12000), bloom(6000), bloom(3000), bloom(4000)]),
	('folds of powers of 2', 4000, 10, ARRAY[bloom(16384), bloom(8192), bloom(4096), bloom()]),
	('grow twofold', 1200, 18, ARRAY[bloom(10, 0.01, 2), bloom()]),
	('grow fourfold', 3000, 10, ARRAY[bloom(100, 0.05, 4)]),
	('grow or not', 500, 6, ARRAY[bloom(10, 0.01, 2), bloom(10, 0.01, 4), bloom(10, 0.01)]),
	('as many as will come', 3000, 8, ARRAY[bloom()]),
	('as many, and lists', 3000, 8, ARRAY[bloom(), bloom_elastic(1000000, 0.0001), bloom(500)]),
	('few', 60, 8, ARRAY[bloom(), bloom(), bloom(20)]);
CREATE TABLE results AS
SELECT kind, seed, failure, events FROM kinds, LATERAL generate_series(1, seeds) seed, LATERAL (
	SELECT * FROM program(kind || ' ' || seed, 60, empty, ARRAY(SELECT generate_series(1, size)), ARRAY(SELECT generate_series(-1000, -1))) WHERE seed % 2 = 0
	UNION ALL
	SELECT * FROM program(kind || ' ' || seed, 60, empty, ARRAY(SELECT 'http://example.com/' || v FROM generate_series(1, size) v),
		ARRAY(SELECT 'http://example.net/' || v FROM generate_series(1, 1000) v)) WHERE seed % 2 = 1) AS p;
SELECT kind, coalesce(string_agg(failure, E'\n' ORDER BY seed), 'ok') AS outcome FROM results GROUP BY kind ORDER BY kind COLLATE "C";
-- all this has happened, so that a change of the programs doesn't leave something out without a word
SELECT event FROM results, unnest(events) AS event GROUP BY event HAVING count(*) >= 5 ORDER BY event COLLATE "C";
DROP TABLE stored, kinds, results;
DROP FUNCTION program, check_register, tolerance, plus, combined_shape, outranking, mixed_rate, overfull_rate, elastic, folds, list_limit, new_register;
DROP TYPE register;
RESET plpgsql.check_asserts;
RESET client_min_messages;
