-- Random programs: each operation is done to filters and to exact sets, and what the filters tell is compared
SET client_min_messages = error;	-- some filters hold more than their capacity, and warn

-- A filter and what it has to be.  All but one operation give exactly the filter of a set.  The intersection of dense
-- filters has the bits of the common values, and perhaps others, but none that its smaller operand did not have.
CREATE TYPE register AS (
	f bloom,
	shape bloom,	-- the empty filter that f would be if it was cleared
	class text,		-- as in the text form
	least int[],	-- numbers of values in the universe, ascending
	most int[],
	twice int,		-- values that may be in two layers: only unions of growing filters have them
	shares int		-- growing filters whose error rates its layers may add up to
);

-- how many hashes a sparse filter may have (doc/format.md)
CREATE FUNCTION list_limit(shape bloom) RETURNS int LANGUAGE sql AS $$
	SELECT CASE WHEN capacity IS NULL THEN 1024
		ELSE ((bloom_size(capacity, CASE growth WHEN 0 THEN error_rate ELSE error_rate * 0.08 END)).bytes - 41) / 8 END
	FROM bloom_info(shape)
$$;

-- whether a fixed filter can be folded to a capacity, if regions have one line, as they have at rates from 2^-7 on
CREATE FUNCTION folds(shape bloom, to_capacity bigint) RETURNS bool LANGUAGE sql AS $$
	SELECT i.growth = 0 AND i.capacity % to_capacity = 0 AND i.error_rate >= 1.0 / 128
		AND (large.bytes - 56) * to_capacity = (small.bytes - 56) * i.capacity
	FROM bloom_info(shape) i, bloom_size(i.capacity, i.error_rate) large, bloom_size(to_capacity, i.error_rate) small
$$;

-- the shape of what two registers combine to, or null if they don't
CREATE FUNCTION combined_shape(a register, b register) RETURNS bloom LANGUAGE sql AS $$
	SELECT CASE WHEN i.capacity IS NULL AND a.most = '{}' THEN b.shape
		WHEN j.capacity IS NULL AND b.most = '{}' THEN a.shape
		WHEN i.seed <> j.seed THEN NULL
		WHEN i.capacity IS NULL THEN b.shape
		WHEN j.capacity IS NULL THEN a.shape
		WHEN (i.error_rate, i.growth) <> (j.error_rate, j.growth) THEN NULL
		WHEN i.capacity = j.capacity OR folds(b.shape, i.capacity) THEN a.shape
		WHEN folds(a.shape, j.capacity) THEN b.shape END
	FROM bloom_info(a.shape) i, bloom_info(b.shape) j
$$;

-- what a register has to be when values are added, f itself left out
CREATE FUNCTION plus(r register, batch int[], class text) RETURNS register LANGUAGE plpgsql AS $$
DECLARE
	exact bool := r.least = r.most;
BEGIN
	IF batch > '{}' THEN
		r.class := greatest(r.class, class);
		r.least := ARRAY(SELECT DISTINCT v FROM unnest(r.least || batch) v ORDER BY v);
	END IF;
	r.most := CASE WHEN exact THEN r.least ELSE ARRAY(SELECT DISTINCT v FROM unnest(r.most || batch) v ORDER BY v) END;
	IF (bloom_info(r.shape)).capacity IS NULL AND cardinality(r.most) > 1024 THEN
		r.shape := bloom(4096, 0.01, 2);
	END IF;
	RETURN r;
END $$;

-- by how much the estimated number of n values may be off: 6 standard deviations
CREATE FUNCTION tolerance(f bloom, n int) RETURNS float8 LANGUAGE sql AS $$
	SELECT CASE WHEN form = 'sparse' THEN 0
		WHEN growth > 0 THEN 2 + 2 * sqrt(n)
		WHEN load < 4 THEN 2 + 6 * sqrt(bits * (exp(load) - load - 1)) / probes
		ELSE 'infinity' END
	FROM bloom_info(f), LATERAL (SELECT probes * n / bits::float8 AS load) AS l
$$;

-- a register whose f isn't what it has to be is an error
CREATE FUNCTION check_register(r register, universe anyarray, others anyarray) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	f bloom := bloom_add_all(r.f, universe[1:0]);	-- in memory
	members universe%TYPE := ARRAY(SELECT universe[i] FROM unnest(r.least) i);
	lower bloom := overlay(bloom_add_all(r.shape, members)::text PLACING r.class FROM 11 FOR 8);
	upper bloom := lower;
	exact bool := r.least = r.most;
	info record := bloom_info(f);
	n int := cardinality(r.most);
	off float8 := tolerance(f, n + r.twice);
	false_positives int := cardinality(array_positions(bloom_contains_each(f, others), true));
	expected float8;
BEGIN
	ASSERT bloom_contains_all(f, members), 'a member is lost';
	ASSERT (f || others[1]) @> others[1] AND f::text = r.f::text, 'adding to a copy';
	ASSERT f::text::bloom::text = f::text, 'invalid';
	ASSERT bloom_clear(f)::text = r.shape::text, 'another shape';
	ASSERT substr(f::text, 11, 8) = r.class, 'another class';
	ASSERT (info.form = 'sparse') = (n <= list_limit(r.shape)), 'another form';

	IF info.growth = 0 OR info.form = 'sparse' THEN
		IF exact THEN
			ASSERT f = lower AND lower = f AND f::text = lower::text, 'not the filter of its members';
		ELSE
			upper := overlay(bloom_add_all(r.shape, ARRAY(SELECT universe[i] FROM unnest(r.most) i))::text PLACING r.class FROM 11 FOR 8);
			ASSERT f | lower = f, 'a bit of a member is lost';
			ASSERT f | upper = upper, 'a bit too much';
		END IF;
		ASSERT f | f = f AND f & f = f, 'not idempotent';
	END IF;
	ASSERT bloom_add_hash(f, bloom_hash(members[1], info.seed)) = f, 'a member was new';

	ASSERT info.cardinality >= cardinality(members) - off AND info.cardinality <= n + r.twice + off,
		format('%s values instead of %s', info.cardinality, n);
	-- the error rate is the one that is told, and within capacity the promised one
	expected := bloom_fpp(upper) * cardinality(others);
	IF info.growth > 0 THEN
		expected := info.fpp * cardinality(others);
	END IF;
	ASSERT false_positives <= expected + 2 + 6 * sqrt(expected), format('%s false positives instead of %s', false_positives, expected);
	ASSERT NOT exact OR false_positives >= expected - 2 - 6 * sqrt(expected), format('%s false positives instead of %s', false_positives, expected);
	IF info.form = 'sparse' THEN
		ASSERT false_positives = 0 AND info.fpp < 1e-15, 'false positives of a list';
	ELSIF info.growth > 0 THEN
		ASSERT info.fpp <= r.shares * info.error_rate, format('promised rate, now %s', info.fpp);
	ELSIF n <= info.capacity THEN
		ASSERT info.fpp <= info.error_rate * 1.2, format('promised rate, now %s', info.fpp);
	END IF;
END $$;

-- A program of so many steps with four registers, which begin as the given empty filters.  Values are those of the
-- universe; others are never added.  The numbers are made by md5, for random()'s differ between PostgreSQL versions.
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
		a register;
		b register;
		c register;
		dice bytea;
		wire bytea;
		start int;
		batch int[];
		more int[];
		x universe%TYPE;
		y universe%TYPE;
		f bloom;
		g bloom;
		i record;
		j record;
		expected text;
		problem text;
		shared int;
		either int;
		found int;
		off float8;
		k int;
	BEGIN
		FOR k IN 1 .. 4 LOOP
			f := empty[1 + k % cardinality(empty)];
			registers[k] := ROW(f, f, '00000000', '{}', '{}', 0, 1)::register;
		END LOOP;

		FOR step_ IN 1 .. steps LOOP
			step := step_;
			dice := decode(md5(seed || ' ' || step), 'hex');
			a := registers[1 + get_byte(dice, 0) % 4];
			b := registers[1 + get_byte(dice, 1) % 4];
			operation := (ARRAY['add', 'add', 'add all', 'add all', 'add hashes', 'aggregate', 'aggregate', 'union', 'union', 'union', 'union agg',
				'intersection', 'intersection', 'intersection agg', 'fold', 'clear', 'begin', 'store', 'estimate', 'estimate', 'mix'])[1 + get_byte(dice, 2) % 21];

			-- values to add: none, a few, up to the limit of a list, many, very many
			start := get_byte(dice, 3) * 256 + get_byte(dice, 4);
			k := get_byte(dice, 5) * 256 + get_byte(dice, 6);
			k := CASE get_byte(dice, 7) % 5
				WHEN 0 THEN 0
				WHEN 1 THEN 1 + k % 8
				WHEN 2 THEN least(greatest(list_limit(a.shape) - cardinality(a.most) + k % 3 - 1, 0), size)
				WHEN 3 THEN 1 + k % (1 + size / 8)
				ELSE 1 + k % (1 + size / 2) END;
			IF get_byte(dice, 7) % 5 = 2 THEN
				batch := ARRAY(SELECT generate_series(1, size) EXCEPT SELECT unnest(a.most) ORDER BY 1 LIMIT k);
			ELSE
				batch := ARRAY(SELECT 1 + (start + v) % size FROM generate_series(1, k) v);
			END IF;
			more := CASE WHEN get_byte(dice, 8) % 3 = 0 THEN ARRAY(SELECT 1 + (7 * start + v) % size FROM generate_series(1, get_byte(dice, 9) % 20) v) ELSE '{}' END;
			-- with repeats and a null
			x := ARRAY(SELECT universe[v] FROM unnest(batch || batch[1:3] || NULL::int) v);
			y := ARRAY(SELECT universe[v] FROM unnest(more) v);

			CASE operation
			WHEN 'add' THEN
				-- the first three in one expression, others in a variable
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
				-- over no rows, it is bloom(), and one that sizes itself gets the size that it needs
				SELECT bloom_agg(universe[v], a.f) INTO f FROM unnest(batch || batch[1:3] || CASE WHEN start % 3 > 0 THEN ARRAY[NULL::int] END) v;
				c := ROW(f, CASE WHEN batch = '{}' AND start % 3 = 0 THEN bloom() WHEN batch > '{}' AND (bloom_info(a.shape)).capacity IS NULL THEN bloom(cardinality(batch)) ELSE a.shape END,
					'00000000', '{}', '{}', 0, 1)::register;
				a := plus(c, batch, class);
			WHEN 'fold' THEN
				i := bloom_info(a.shape);
				k := i.capacity / (ARRAY[1, 2, 3, 4, 5, 7])[1 + start % 6];
				expected := NULL;
				IF i.capacity IS NULL THEN
					c := plus(a, batch, class);
					k := 7;
					IF (bloom_info(c.shape)).capacity IS NOT NULL THEN
						expected := '22023';
					END IF;
				ELSIF k = 0 OR NOT coalesce(k = i.capacity AND i.growth = 0 OR folds(a.shape, k), false) THEN
					expected := '22023';
				END IF;
				BEGIN
					f := bloom_fold(bloom_add_all(a.f, x), k);
					problem := NULL;
				EXCEPTION WHEN data_exception THEN
					problem := SQLSTATE;
				END;
				ASSERT problem IS NOT DISTINCT FROM expected, format('%s: %s', k, problem);
				IF expected IS NULL THEN
					a := plus(a, batch, class);
					IF i.capacity IS NOT NULL THEN
						a.shape := bloom(k, i.error_rate, seed => i.seed);
						operation := CASE WHEN i.capacity = k THEN 'fold: same' ELSE 'fold' END;
					END IF;
				ELSE
					operation := 'fold: refused';
					f := a.f;
				END IF;
			WHEN 'clear' THEN
				a := plus(a, batch, class);
				f := bloom_clear(bloom_add_all(a.f, x));
				a := ROW(f, a.shape, '00000000', '{}', '{}', 0, 1)::register;
			WHEN 'begin' THEN
				f := empty[1 + start % cardinality(empty)];
				a := ROW(f, f, '00000000', '{}', '{}', 0, 1)::register;
			WHEN 'store' THEN
				f := bloom_add_all(a.f, x);
				INSERT INTO stored VALUES (f, f::text, f::bytea);
				SELECT filter, text_form, wire_form INTO f, problem, wire FROM stored;
				ASSERT problem::bloom = f AND problem::bloom::text = f::text, 'text form';
				ASSERT wire::bloom = f AND bloom_send(f) = wire, 'wire form';
				a := plus(a, batch, class);
				ASSERT (SELECT bloom_contains_all(filter, ARRAY(SELECT universe[v] FROM unnest(a.least) v)) AND filter = f FROM stored), 'stored';
				DELETE FROM stored;
			WHEN 'mix' THEN
				-- another shape, and another class, are refused
				a := plus(a, batch, class);
				f := bloom_add_all(a.f, x);
				k := 0;
				IF (bloom_info(a.shape)).capacity IS NOT NULL THEN
					BEGIN
						k := 1;
						g := CASE start % 3 WHEN 0 THEN f | bloom(7919) WHEN 1 THEN bloom(7919) & f ELSE bloom_add_all(a.f, x) | (bloom(7919) || universe[1]) END;
						k := 0;
					EXCEPTION WHEN data_exception THEN
						ASSERT SQLSTATE = '22000' AND SQLERRM = 'bloom filters have different shapes', SQLERRM;
					END;
					ASSERT k = 1, 'another shape';
				END IF;
				IF a.class > '00000000' THEN
					BEGIN
						CASE start % 5
						WHEN 0 THEN f := f || date '2000-01-01';
						WHEN 1 THEN k := (f @> date '2000-01-01')::int;
						WHEN 2 THEN f := f | (a.shape || date '2000-01-01');
						WHEN 3 THEN f := (a.shape || date '2000-01-01') & f;
						ELSE f := bloom_add_all(bloom_add_all(a.f, x), ARRAY[date '2000-01-01']);
						END CASE;
						k := -1;
					EXCEPTION WHEN data_exception THEN
						ASSERT SQLSTATE = '22000' AND SQLERRM LIKE '%bloom filter holds%values%', SQLERRM;
					END;
					ASSERT k <> -1, 'another class';
					operation := 'mix: refused';
				END IF;
			ELSE
				-- two filters; some have values that nobody has looked at yet
				a := plus(a, batch, class);
				c := a;
				IF operation LIKE 'union%' THEN
					b := plus(b, more, class);
				ELSE
					more := '{}';
					y := '{}';
				END IF;
				i := bloom_info(bloom_add_all(a.f, x));
				j := bloom_info(bloom_add_all(b.f, y));
				c.shape := combined_shape(a, b);
				c.class := greatest(a.class, b.class);
				expected := CASE WHEN c.shape IS NULL THEN '22000 bloom filters have different shapes'
					WHEN operation NOT LIKE 'union%' AND i.form = 'dense' AND j.form = 'dense' AND i.growth > 0 AND
						(i.layers > 1 OR j.layers > 1 OR (i.bits, i.probes, i.lines_touched, i.region_lines) <> (j.bits, j.probes, j.lines_touched, j.region_lines))
						THEN '22000 cannot intersect bloom filters that have grown' END;
				BEGIN
					CASE operation
					WHEN 'union' THEN
						f := bloom_union(bloom_add_all(a.f, x), bloom_add_all(b.f, y));
					WHEN 'union agg' THEN
						SELECT bloom_union_agg(v.f ORDER BY n) INTO f FROM (VALUES (1, bloom_add_all(a.f, x)), (2, NULL), (3, bloom_add_all(b.f, y)), (4, a.f)) AS v(n, f);
					WHEN 'intersection' THEN
						f := bloom_intersection(bloom_add_all(a.f, x), b.f);
					WHEN 'intersection agg' THEN
						SELECT bloom_intersection_agg(v.f ORDER BY n) INTO f FROM (VALUES (1, bloom_add_all(a.f, x)), (2, b.f), (3, NULL)) AS v(n, f);
					ELSE
						either := bloom_union_cardinality(bloom_add_all(a.f, x), b.f);
						shared := bloom_intersection_cardinality(b.f, bloom_add_all(a.f, x));
					END CASE;
					problem := NULL;
				EXCEPTION WHEN data_exception THEN
					problem := SQLSTATE || ' ' || SQLERRM;
				END;
				ASSERT problem IS NOT DISTINCT FROM expected, problem;
				operation := format('%s: %s', operation, CASE WHEN c.shape IS NULL THEN 'shapes differ' WHEN problem IS NOT NULL THEN 'have grown'
					ELSE format('%s%s, %s', CASE WHEN i.growth > 0 AND j.growth > 0 THEN 'growing, ' WHEN i.capacity <> j.capacity THEN 'by a fold, ' END, least(i.form, j.form), greatest(i.form, j.form)) END);

				IF problem IS NOT NULL THEN
					f := bloom_add_all(a.f, x);
				ELSIF operation LIKE 'union%' THEN
					c.least := ARRAY(SELECT unnest(a.least) UNION SELECT unnest(b.least) ORDER BY 1);
					c.most := CASE WHEN a.least = a.most AND b.least = b.most THEN c.least ELSE ARRAY(SELECT unnest(a.most) UNION SELECT unnest(b.most) ORDER BY 1) END;
					c.twice := a.twice + b.twice;
					c.shares := greatest(a.shares, b.shares);
					IF i.growth > 0 AND i.form = 'dense' AND j.form = 'dense' THEN
						c.twice := c.twice + cardinality(a.most) + cardinality(b.most) - cardinality(c.most);
						c.shares := a.shares + b.shares;
					ELSIF i.growth = 0 OR j.growth = 0 THEN
						ASSERT bloom_union(bloom_add_all(b.f, y), bloom_add_all(a.f, x))::text = f::text, 'union does not commute';
					END IF;
					IF operation LIKE 'union agg%' AND i.growth > 0 THEN
						c.twice := c.twice + a.twice + cardinality(a.most);
						c.shares := c.shares + a.shares;
					END IF;
					a := plus(c, c.least, c.class);
				ELSIF operation LIKE 'intersection%' THEN
					c.least := ARRAY(SELECT unnest(a.least) INTERSECT SELECT unnest(b.least) ORDER BY 1);
					c.twice := greatest(a.twice, b.twice);
					c.shares := greatest(a.shares, b.shares);
					c.most := CASE WHEN cardinality(a.most) <= cardinality(b.most) THEN a.most ELSE b.most END;
					IF i.form = 'sparse' OR j.form = 'sparse' THEN
						-- those members of the list that the other one contains
						batch := CASE i.form WHEN 'sparse' THEN a.least ELSE b.least END;
						g := CASE i.form WHEN 'sparse' THEN b.f ELSE bloom_add_all(a.f, x) END;
						c.most := ARRAY(SELECT v FROM unnest(batch, bloom_contains_each(g, ARRAY(SELECT universe[v] FROM unnest(batch) v))) AS t(v, common) WHERE common ORDER BY v);
						ASSERT c.most @> c.least, 'a common member is lost';
						off := bloom_fpp(g) * (cardinality(batch) - cardinality(c.least));
						IF a.least = a.most AND b.least = b.most THEN
							ASSERT cardinality(c.most) - cardinality(c.least) <= off + 2 + 6 * sqrt(off), format('%s common members instead of %s + %s', cardinality(c.most), cardinality(c.least), off);
						END IF;
						c.least := c.most;
						c.twice := 0;
						c.shares := 1;
					END IF;
					ASSERT bloom_intersection(b.f, bloom_add_all(a.f, x))::text = f::text, 'intersection does not commute';
					a := c;
				ELSE
					f := bloom_add_all(a.f, x);
					k := cardinality(ARRAY(SELECT unnest(a.most) UNION SELECT unnest(b.most)));
					found := cardinality(ARRAY(SELECT unnest(a.least) INTERSECT SELECT unnest(b.least)));
					off := tolerance(f, cardinality(a.most) + a.twice) + tolerance(b.f, cardinality(b.most) + b.twice) + a.twice + b.twice;
					IF i.form = 'dense' AND j.form = 'dense' AND i.growth = 0 THEN
						ASSERT either = bloom_cardinality(f | b.f), 'union cardinality';
						off := off + tolerance(f | b.f, k);
					END IF;
					IF a.least = a.most AND b.least = b.most AND i.fpp + j.fpp < 0.5 THEN
						off := off + sqrt(i.cardinality * j.fpp + j.cardinality * i.fpp) * 6;
						ASSERT abs(either - k) <= off, format('union of %s instead of %s +- %s', either, k, off);
						ASSERT abs(shared - found) <= off, format('intersection of %s instead of %s', shared, found);
						ASSERT abs(bloom_jaccard(f, b.f) - found / coalesce(nullif(k, 0), 1)::float8 - (k = 0)::int) <= 1e-9 + 2 * off / greatest(k, 1), 'jaccard';
					END IF;
				END IF;
			END CASE;

			a.f := f;
			PERFORM check_register(a, universe, others);
			i := bloom_info(f);
			events := events || operation || (i.form || CASE WHEN i.growth = 0 THEN '' WHEN i.layers > 1 THEN ', layers' ELSE ', growing' END)
				|| CASE WHEN cardinality(a.most) - list_limit(a.shape) IN (0, 1) THEN i.form || ' at the limit' END
				|| CASE WHEN a.least <> a.most THEN 'not exact' END;
			registers[1 + get_byte(dice, 0) % 4] := a;
		END LOOP;
	END;
EXCEPTION WHEN OTHERS OR assert_failure THEN
	GET STACKED DIAGNOSTICS failure = PG_EXCEPTION_CONTEXT;
	failure := format('seed %s, step %s, %s: %s %s', seed, step, operation, SQLERRM, failure);
END $$;
CREATE TABLE stored (filter bloom, text_form text, wire_form bytea);

CREATE TABLE kinds (kind text, size int, seeds int, empty bloom[]);
INSERT INTO kinds VALUES
	('one value', 40, 8, ARRAY[bloom(1)]),
	('ten values, a seed', 100, 8, ARRAY[bloom(10, 0.1, seed => 3), bloom(10, 0.1, seed => 3), bloom()]),
	('hundred, or as many as will come', 400, 8, ARRAY[bloom(100), bloom(100), bloom()]),
	('hundred, several lines', 300, 8, ARRAY[bloom(100, 1e-4), bloom(100, 1e-4), bloom(100, 1e-4), bloom(100, 1e-4, seed => 1)]),
	('thousand', 1500, 8, ARRAY[bloom(1000), bloom(1000), bloom(1000), bloom()]),
	('three thousand, regions', 4000, 4, ARRAY[bloom(3000, 0.001)]),
	('folds', 4000, 10, ARRAY[bloom(12000), bloom(6000), bloom(3000), bloom(4000)]),
	('folds, a power of 2', 4000, 10, ARRAY[bloom(16384), bloom(8192), bloom(4096), bloom()]),
	('grow twofold', 2000, 10, ARRAY[bloom(10, 0.01, 2), bloom(10, 0.01, 2), bloom()]),
	('grow fourfold', 3000, 10, ARRAY[bloom(100, 0.05, 4)]),
	('grow, or not', 500, 5, ARRAY[bloom(10, 0.01, 2), bloom(10, 0.01, 4), bloom(10, 0.01)]),
	('as many as will come', 3000, 8, ARRAY[bloom()]);
CREATE TABLE results AS
SELECT kind, seed, failure, events
FROM kinds, LATERAL generate_series(1, seeds) seed, LATERAL (
	SELECT * FROM program(kind || seed, 60, empty, ARRAY(SELECT generate_series(1, size)), ARRAY(SELECT generate_series(-1000, -1))) WHERE seed % 2 = 0
	UNION ALL
	SELECT * FROM program(kind || seed, 60, empty, ARRAY(SELECT 'http://example.com/' || v FROM generate_series(1, size) v), ARRAY(SELECT 'http://example.net/' || v FROM generate_series(1, 1000) v)) WHERE seed % 2 = 1) AS p;
SELECT kind, coalesce(string_agg(failure, E'\n' ORDER BY seed), 'ok') AS outcome FROM results GROUP BY kind ORDER BY kind COLLATE "C";
SELECT event, count(*) FROM results, unnest(events) AS event WHERE event IS NOT NULL GROUP BY event ORDER BY event COLLATE "C";
