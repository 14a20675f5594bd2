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
	dense bool,		-- it has bits even if its members are few: it is an intersection of bits
	slack int,		-- values that the bits may tell twice, being in two layers, or less of, being chosen by the bits of another filter
	shares int		-- error rates its layers may add up to: 2 after a union of growing filters, which had up to 1.1
);
CREATE FUNCTION new_register(f bloom, shape bloom) RETURNS register LANGUAGE sql AS $$
	SELECT ROW(f, shape, '00000000', '{}', '{}', false, false, 0, 1)::register
$$;

-- whether it is the empty filter of an elastic one (doc/format.md)
CREATE FUNCTION elastic(shape bloom) RETURNS bool LANGUAGE sql AS $$
	SELECT get_byte(shape::bytea, 1) & 4 <> 0 OR substring(shape::bytea, 21, 8) = '\x0000000000000000'
$$;

-- the longest list of whole hashes in a stored filter (doc/format.md)
CREATE FUNCTION list_limit(shape bloom) RETURNS int LANGUAGE sql AS $$
	SELECT CASE WHEN elastic(shape) THEN 16
		ELSE ((bloom_size(capacity, CASE growth WHEN 0 THEN error_rate ELSE error_rate * 0.08 END)).bytes - 41) / 8 END
	FROM bloom_info(shape)
$$;

-- whether a filter can be folded: if the other one has equal blocks, and as many less as values
CREATE FUNCTION folds(shape bloom, to_capacity bigint) RETURNS bool LANGUAGE plpgsql AS $$
DECLARE
	i record := bloom_info(shape);
	large record := bloom_size(i.capacity, i.error_rate);
	small record := bloom_size(to_capacity, i.error_rate);
BEGIN
	RETURN i.growth = 0 AND i.capacity % to_capacity = 0 AND (large.bytes - 56) * to_capacity = (small.bytes - 56) * i.capacity AND large.probes = small.probes
		AND (bloom_info(bloom(i.capacity, i.error_rate, 0, true))).block_lines = (bloom_info(bloom(to_capacity, i.error_rate, 0, true))).block_lines;
END $$;

-- whether it is exactly bloom(), which every filter combines with
CREATE FUNCTION is_identity(r register) RETURNS bool LANGUAGE sql AS $$
	SELECT r.shape = bloom() AND r.most = '{}' AND NOT r.coded
$$;

-- the number of bits of each hash in a list
CREATE FUNCTION hash_bits(r register) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
	i record;
	bits int := 1;
BEGIN
	IF NOT r.coded THEN
		RETURN 64;
	END IF;
	i := bloom_info(r.shape);
	WHILE bits < 63 AND i.error_rate * 2.0 ^ bits < i.capacity LOOP
		bits := bits + 1;
	END LOOP;
	RETURN bits;
END $$;

-- the shape of the union of two lists with so many distinct hashes: if one is coded, that with the fewest bits, then the larger capacity,
-- then the smaller error rate; else the largest of all parameters, but an elastic filter adds only its error rate to one that is not, unless
-- that one is fixed and would have too many values.  Raises an error if the parameters are impossible.
CREATE FUNCTION joined_shape(a register, b register, hashes int) RETURNS bloom LANGUAGE plpgsql AS $$
DECLARE
	i record := bloom_info(a.shape);
	j record := bloom_info(b.shape);
	rate float8 := least(i.error_rate, j.error_rate);
	seed bigint := CASE WHEN is_identity(a) THEN j.seed ELSE i.seed END;
	shape bloom;
BEGIN
	IF a.coded OR b.coded THEN
		RETURN CASE WHEN (hash_bits(a), -i.capacity, i.error_rate) <= (hash_bits(b), -j.capacity, j.error_rate) THEN a.shape ELSE b.shape END;
	ELSIF elastic(a.shape) AND elastic(b.shape) THEN
		RETURN bloom_elastic(greatest(i.capacity, j.capacity), rate, seed);
	ELSIF NOT elastic(a.shape) AND NOT elastic(b.shape) THEN
		RETURN bloom(greatest(i.capacity, j.capacity), rate, greatest(i.growth, j.growth), seed => seed);
	END IF;
	IF elastic(a.shape) THEN
		i := j;
	END IF;
	shape := bloom(i.capacity, rate, i.growth, seed => seed);
	RETURN CASE WHEN i.growth = 0 AND hashes > greatest(i.capacity, list_limit(shape)) THEN bloom_elastic(greatest(i.capacity, 50000000), rate, seed) ELSE shape END;
END $$;

-- the shape of what two filters combine to, or null if they don't; f and g are those of a and b, or have more values.  Of two lists, the
-- intersection has the hashes of the one that has more bits of each.
CREATE FUNCTION combined_shape(a register, b register, f bloom, g bloom, operation text) RETURNS bloom LANGUAGE plpgsql AS $$
DECLARE
	i record := bloom_info(f);
	j record := bloom_info(g);
	union_like bool := operation LIKE 'union%';
BEGIN
	IF is_identity(a) AND (union_like OR operation LIKE '% agg' AND NOT elastic(b.shape)) THEN
		RETURN b.shape;
	ELSIF is_identity(b) AND (union_like OR operation LIKE '% agg' AND NOT elastic(a.shape)) THEN
		RETURN a.shape;
	ELSIF i.seed <> j.seed AND NOT is_identity(a) AND NOT is_identity(b) THEN
		RETURN NULL;
	ELSIF i.representation <> 'dense' AND j.representation <> 'dense' THEN
		IF union_like THEN
			RETURN joined_shape(a, b, cardinality(ARRAY(SELECT unnest(a.most) UNION SELECT unnest(b.most))));
		ELSIF hash_bits(a) = hash_bits(b) THEN
			RETURN joined_shape(a, b, 0);
		END IF;
		RETURN CASE WHEN hash_bits(a) > hash_bits(b) THEN a.shape ELSE b.shape END;
	ELSIF a.coded OR b.coded THEN
		RETURN NULL;
	ELSIF i.representation <> j.representation THEN
		RETURN CASE WHEN union_like = (i.representation = 'dense') THEN a.shape ELSE b.shape END;
	ELSIF (i.error_rate, i.growth) <> (j.error_rate, j.growth) THEN
		RETURN NULL;
	ELSIF i.capacity = j.capacity OR folds(b.shape, i.capacity) THEN
		RETURN a.shape;
	END IF;
	RETURN CASE WHEN folds(a.shape, j.capacity) THEN b.shape END;
END $$;

-- each layer of a dense filter, as a filter (doc/format.md)
CREATE FUNCTION layers(f bloom) RETURNS bloom[] LANGUAGE plpgsql AS $$
DECLARE
	wire bytea := f;
	layers int := get_byte(wire, 8);
	start int := 37 + 16 * layers;
	bytes int;
	result bloom[];
BEGIN
	FOR n IN 0 .. layers - 1 LOOP
		bytes := 64 * (get_byte(wire, 36 + 16 * n) + 256 * get_byte(wire, 37 + 16 * n));
		result := result || (substr(wire, 1, 8) || '\x0100' || substr(wire, 11, 26) || substr(wire, 37 + 16 * n, 16) || substr(wire, start, bytes))::bloom;
		start := start + bytes;
	END LOOP;
	RETURN result;
END $$;

-- the bits of two dense filters of one layer with the same parameters, set here and not by the server, which refuses too many of them
CREATE FUNCTION with_bits(f bloom, g bloom) RETURNS bloom LANGUAGE plpgsql AS $$
DECLARE
	wire bytea := f;
	bits varbit := ('x' || encode(substr(wire, 53), 'hex'))::varbit | ('x' || substr(g::text, 107))::varbit;
	bits_set int := length(replace(bits::text, '0', ''));
BEGIN
	FOR n IN 0 .. 3 LOOP
		wire := set_byte(wire, 44 + n, bits_set >> (8 * n) & 255);
	END LOOP;
	RETURN substr(wire, 1, 52) || substr(varbit_send(bits), 5);
END $$;

-- the layers of the union of two dense filters: those of the second are added to ones with the same parameters and enough room, or appended
CREATE FUNCTION united_layers(f bloom[], g bloom[]) RETURNS bloom[] LANGUAGE plpgsql AS $$
DECLARE
	head record := bloom_info(f[1]);
	layer bloom;
	united bloom;
	n int;
BEGIN
	FOREACH layer IN ARRAY g LOOP
		n := 1;
		WHILE n <= cardinality(f) LOOP
			IF substr(f[n]::text, 75, 16) = substr(layer::text, 75, 16) THEN
				united := with_bits(f[n], layer);
				EXIT WHEN head.growth = 0 OR united = f[n] OR (bloom_info(united)).fpp <= head.error_rate * 0.08 * 0.92 ^ (n - 1);
			END IF;
			n := n + 1;
		END LOOP;
		f[n] := CASE WHEN n <= cardinality(f) THEN united ELSE layer END;
	END LOOP;
	RETURN f;
END $$;

-- whether a filter, of which these are the layers, exceeds its error rate too far for a union.  The number of values in a layer is computed
-- from its bits (doc/format.md), because bloom_info() rounds it.
CREATE FUNCTION exceeds(VARIADIC f bloom[]) RETURNS bool LANGUAGE plpgsql AS $$
DECLARE
	i record := bloom_info(f[1]);
	lines int := i.cache_lines;		-- of a value
	estimate float8 := i.cardinality;
	clear float8 := 1;
	layer bloom;
BEGIN
	IF i.representation = 'sparse' THEN
		RETURN false;
	ELSIF i.growth > 0 THEN
		FOREACH layer IN ARRAY f LOOP
			clear := clear * (1 - (bloom_info(layer)).fpp);
		END LOOP;
		RETURN 1 - clear > 1.1 * i.error_rate;
	ELSIF i.representation = 'dense' THEN
		estimate := ln(greatest(i.bits - i.bits_set, 0.5) / i.bits::float8) / ln(1 - 512.0::float8 / i.bits
			* (lines - (i.probes % lines) * (511 / 512.0::float8) ^ (i.probes / lines + 1) - (lines - i.probes % lines) * (511 / 512.0::float8) ^ (i.probes / lines)));
	END IF;
	RETURN estimate > 1.01 * i.capacity + 3 * sqrt(i.capacity) AND i.fpp > i.error_rate;
END $$;

-- whether the union with another filter is not checked: it changes neither the members nor the capacity and error rate
CREATE FUNCTION adds_nothing(r register, f bloom, g bloom) RETURNS bool LANGUAGE sql AS $$
	SELECT is_identity(r) OR CASE i.representation WHEN 'dense' THEN i.layers = 1 AND i.bits_set = 0 ELSE i.cardinality = 0 END
		AND ((i.capacity, i.error_rate) = (j.capacity, j.error_rate) OR i.representation <> 'dense' AND j.representation = 'dense')
	FROM bloom_info(f) i, bloom_info(g) j
$$;

-- whether two filters cannot be combined to one of a shape, because that would exceed its error rate; of an intersection, it is the larger
-- filter after a fold.  f and g are those of a and b.  bloom_union_agg also unites them with the filter `first`.
CREATE FUNCTION too_full(a register, b register, f bloom, g bloom, shape bloom, operation text, universe anyarray, first register) RETURNS bool LANGUAGE plpgsql AS $$
DECLARE
	i record := bloom_info(f);
	j record := bloom_info(g);
	x universe%TYPE := ARRAY(SELECT universe[v] FROM unnest(a.most) v);
	y universe%TYPE := ARRAY(SELECT universe[v] FROM unnest(b.most) v);
	checked bool := NOT adds_nothing(a, f, g) AND NOT adds_nothing(b, g, f);
	united bloom[];
	bits bigint;
	rate float8;
BEGIN
	IF shape IS NULL THEN
		RETURN false;
	ELSIF i.representation = 'dense' AND j.representation = 'dense' THEN
		IF i.growth = 0 AND i.capacity > j.capacity THEN
			f := bloom_fold(f, j.capacity);
		ELSIF i.growth = 0 AND j.capacity > i.capacity THEN
			g := bloom_fold(g, i.capacity);
		END IF;
		IF operation NOT LIKE 'union%' THEN
			RETURN i.capacity <> j.capacity AND exceeds(CASE WHEN i.capacity > j.capacity THEN f ELSE g END);
		END IF;
		united := united_layers(layers(f), layers(g));
	ELSIF operation NOT LIKE 'union%' THEN
		RETURN false;
	ELSIF i.representation = 'dense' THEN
		united := layers(bloom_add_all(f, y));
	ELSIF j.representation = 'dense' THEN
		united := layers(bloom_add_all(g, x));
	ELSE
		united := ARRAY[bloom_add_all(bloom_add_all(shape, x), y)];
	END IF;
	IF operation LIKE '% agg' THEN
		checked := checked OR NOT adds_nothing(first, first.f, united[1]);
		-- the bits of a fixed one are there already
		IF (bloom_info(first.f)).representation = 'dense' AND i.growth > 0 THEN
			united := united_layers(united, layers(first.f));
		END IF;
	END IF;
	IF NOT checked OR NOT exceeds(VARIADIC united) THEN
		RETURN false;
	END IF;
	-- one that contains all bits or hashes of the other stays as it is
	SELECT sum(bits_set), max(fpp) INTO bits, rate FROM unnest(united) layer, bloom_info(layer);
	RETURN operation LIKE '% agg' OR (i.capacity, i.error_rate) <> (j.capacity, j.error_rate) OR CASE WHEN bits > 0
		THEN bits NOT IN (i.bits_set, j.bits_set) ELSE rate NOT IN (i.fpp, j.fpp) END;
END $$;

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
	r.coded := r.coded OR elastic(r.shape) AND cardinality(r.most) > 16;
	RETURN r;
END $$;

-- by how much the estimated number of n values may be off: 6 standard deviations, and what is not by chance
CREATE FUNCTION tolerance(f bloom, n int, slack int) RETURNS float8 LANGUAGE sql AS $$
	SELECT CASE WHEN representation = 'sparse' OR representation = 'coded' AND n * fpp < 0.001 THEN 0
		WHEN representation = 'coded' THEN 1 + 6 * sqrt(n * fpp / 2) + slack
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
	nothing bloom;	-- no values, but coded or dense
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
	ASSERT f | none = none | f AND CASE WHEN is_identity(r) THEN (bloom_info(f | none)).class <> '' ELSE (f | none)::text = f::text END, 'the class of no values';
	ASSERT info.representation = CASE WHEN r.coded THEN 'coded' WHEN n <= list_limit(r.shape) AND NOT r.dense THEN 'sparse' ELSE 'dense' END, 'another form';
	ASSERT info.growth > 0 OR bloom_can_combine(f, f), 'not with itself';
	nothing := bloom_clear(r.shape);
	IF r.coded THEN
		FOR k IN 1 .. 5 LOOP
			nothing := CASE k WHEN 1 THEN bloom_add_all(nothing, ARRAY(SELECT generate_series(1, 17))) ELSE nothing & bloom_add_all(r.shape, ARRAY(SELECT generate_series(100 * k, 100 * k + 16))) END;
		END LOOP;
		nothing := overlay(nothing::text PLACING '00000000' FROM 11 FOR 8);
		ASSERT (bloom_info(nothing)).cardinality = 0 AND (bloom_info(nothing)).representation = 'coded', 'something';
	ELSIF r.dense AND info.growth = 0 THEN
		nothing := bloom_uncount(bloom(info.capacity, info.error_rate, 0, true, info.seed));
	END IF;
	lower := overlay((lower | nothing)::text PLACING r.class FROM 11 FOR 8);
	upper := lower;
	ASSERT bloom_add_hash(f, bloom_hash(members[1], info.seed)) = f, 'a member was new';
	ASSERT f || others[1] <> f AND bloom_add_all(r.shape, members[2:] || others[1:1]) <> f OR f @> others[1], 'equal, and has one more';

	IF info.growth = 0 OR info.representation <> 'dense' THEN
		IF NOT exact THEN
			upper := overlay((bloom_add_all(r.shape, ARRAY(SELECT universe[v] FROM unnest(r.most) v)) | nothing)::text PLACING r.class FROM 11 FOR 8);
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
	IF info.representation = 'sparse' THEN
		ASSERT positives = 0 AND info.fpp < 1e-15, 'false positives of a list';
	ELSIF info.representation = 'coded' THEN
		ASSERT info.fpp <= n / 2.0 ^ hash_bits(r), format('error rate %s', info.fpp);
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
		overfull bool;
		hint text;
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
			operation := (ARRAY['add', 'add', 'add all', 'add all', 'add hashes', 'aggregate', 'aggregate', 'union', 'union', 'union', 'union agg', 'union agg',
				'intersection', 'intersection', 'intersection agg', 'intersection agg', 'fold', 'clear', 'begin', 'store', 'estimate', 'estimate', 'refuse', 'unions'])[1 + get_byte(dice, 2) % 24];

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
				-- and with parameters instead of a filter
				i := bloom_info(a.shape);
				SELECT CASE WHEN i.seed <> 0 OR i.growth > 0 THEN f
					WHEN NOT elastic(a.shape) THEN bloom_agg(v, i.capacity, i.error_rate)
					WHEN i.capacity <> 50000000 THEN f WHEN a.shape <> bloom() THEN bloom_agg(v, NULL, i.error_rate) ELSE bloom_agg(v) END INTO g FROM unnest(x) v;
				ASSERT f = g AND f::text = g::text, 'another aggregate';
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
			WHEN 'unions' THEN
				-- with filters of the same shape, until it is too full: of growing ones, the layers add up
				a := plus(a, batch, class);
				f := bloom_add_all(a.f, x);
				i := bloom_info(a.shape);
				overfull := false;
				FOR n IN 1 .. CASE WHEN i.growth > 0 THEN 7 ELSE 3 END LOOP
					k := CASE WHEN i.growth > 0 THEN list_limit(a.shape) + 1 ELSE greatest(least(i.capacity, size / 4), 28) END;
					g := a.shape;
					more := '{}';
					LOOP
						batch := ARRAY(SELECT DISTINCT 1 + (start + v) % size FROM generate_series(1, k) v);
						g := bloom_add_all(g, ARRAY(SELECT universe[v] FROM unnest(batch) v));
						more := more || batch;
						start := start + k;
						k := 1 + cardinality(more) / 8;
						EXIT WHEN i.growth = 0 OR (bloom_info(g)).layers > 3 OR cardinality(more) > size;	-- the first three layers are full
					END LOOP;
					b := plus(new_register(g, a.shape), more, class);
					overfull := too_full(a, b, f, g, a.shape, 'union', universe, NULL);
					ASSERT bloom_can_combine(f, g) <> overfull, 'whether they can be combined';
					EXIT WHEN overfull;
					f := f | g;
					IF i.growth > 0 THEN
						a.slack := a.slack + cardinality(a.most);
						a.shares := 2;
					END IF;
					a := plus(a, more, class);
					a.slack := a.slack + CASE WHEN i.growth > 0 THEN cardinality(more) - cardinality(a.most) ELSE 0 END;
				END LOOP;
				operation := concat_ws(': ', operation, CASE WHEN overfull THEN 'too full' END);
				operation := concat_ws(', ', operation, CASE WHEN i.growth > 0 THEN 'growing' END, (bloom_info(f)).representation);
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
				expected := CASE WHEN (bloom_info(g)).seed <> i.seed AND NOT is_identity(a)
					OR (bloom_info(f)).representation <> 'sparse' AND (bloom_info(g)).representation = 'dense' AND bloom_clear(f) <> bloom_clear(g)
					THEN '22000 bloom filters have different parameters'
					-- without values, it counts only if the list's capacity could be another one
					WHEN start % 3 = 0 AND a.coded AND exceeds(f) OR start % 3 = 2 AND exceeds(f || universe[1])
						AND NOT ((i.capacity, i.error_rate) = ((bloom_info(g)).capacity, (bloom_info(g)).error_rate) AND bloom_contains_hash(f, bloom_hash(universe[1], i.seed)))
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
				overfull := exceeds(f) AND NOT bloom_contains_hash(f, bloom_hash(date '2000-01-01', i.seed));
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
				ASSERT CASE WHEN start % 5 = 2 AND a.class = '00000000' AND overfull THEN problem LIKE '%without exceeding their error rate'
					WHEN a.class = '00000000' OR start % 5 IN (2, 3) AND is_identity(a) THEN problem = 'none' ELSE problem ~ '^22000 .*bloom filter holds .* values' END, 'class: ' || problem;
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
				f := bloom_add_all(a.f, x);
				g := bloom_add_all(b.f, y);
				expected := NULL;
				BEGIN
					c.shape := combined_shape(a, b, f, g, operation);
				EXCEPTION WHEN program_limit_exceeded THEN
					c.shape := a.shape;
					expected := CASE WHEN operation NOT LIKE 'estimate%' THEN SQLSTATE || ' ' || SQLERRM END;
				END;
				c.class := CASE WHEN is_identity(a) = is_identity(b) THEN greatest(a.class, b.class) WHEN is_identity(a) THEN b.class ELSE a.class END;
				c.coded := a.coded AND b.coded OR operation LIKE 'union%' AND (a.coded OR b.coded);
				c.dense := CASE WHEN operation LIKE 'union%' THEN a.dense OR b.dense WHEN i.representation = 'dense' AND j.representation = 'dense' THEN true
					ELSE operation LIKE '% agg' AND (is_identity(a) AND j.representation = 'dense' OR is_identity(b) AND i.representation = 'dense') END;
				expected := CASE WHEN expected <> '' THEN expected
					WHEN c.shape IS NULL THEN '22000 bloom filters have different parameters'
					-- of many filters, only such are intersected that are alike or all elastic, and bloom()
					WHEN operation = 'intersection agg' AND NOT (elastic(a.shape) AND elastic(b.shape)) THEN CASE
						WHEN i.layers > 1 OR j.layers > 1 THEN '22000 cannot intersect bloom filters that have grown'
						WHEN is_identity(a) OR is_identity(b) THEN NULL
						WHEN a.shape <> b.shape THEN '22000 bloom filters have different parameters'
						WHEN i.growth > 0 AND i.representation <> j.representation THEN '22000 cannot intersect bloom filters that have grown'
						WHEN i.representation = 'dense' AND j.representation = 'dense' AND (i.bits, i.probes, i.cache_lines, i.block_lines) <> (j.bits, j.probes, j.cache_lines, j.block_lines)
							THEN '22000 cannot intersect bloom filters that have grown' END
					WHEN operation NOT LIKE 'union%' AND i.representation = 'dense' AND j.representation = 'dense' AND i.growth > 0 AND
						(i.layers > 1 OR j.layers > 1 OR (i.bits, i.probes, i.cache_lines, i.block_lines) <> (j.bits, j.probes, j.cache_lines, j.block_lines))
						THEN '22000 cannot intersect bloom filters that have grown'
					WHEN too_full(a, b, f, g, c.shape, operation, universe, registers[1 + get_byte(dice, 0) % 4])
						THEN '22000 bloom filters cannot be combined without exceeding their error rate' END;
				ASSERT operation <> 'union' OR bloom_can_combine(f, g) = (expected IS NULL), 'whether they can be combined';
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
				EXCEPTION WHEN data_exception OR program_limit_exceeded THEN
					GET STACKED DIAGNOSTICS hint = PG_EXCEPTION_HINT;
					problem := SQLSTATE || ' ' || SQLERRM;
					f := bloom_add_all(a.f, x);
				END;
				-- of many filters, those before decide which of two reasons is given
				ASSERT problem IS NOT DISTINCT FROM expected OR operation = 'intersection agg' AND elastic(a.shape) <> elastic(b.shape) AND problem <> '' AND expected <> '', coalesce(problem, 'combined');
				ASSERT operation <> 'union' OR problem IS NULL OR problem NOT LIKE '%their error rate' OR hint LIKE CASE WHEN i.representation = 'sparse' AND j.representation = 'sparse' THEN 'Cast each filter to bloom(elastic), or %' ELSE '% with a capacity for the values of all.' END, hint;
				ASSERT a.f::text = registers[1 + get_byte(dice, 0) % 4].f::text AND b.f::text = registers[1 + get_byte(dice, 1) % 4].f::text, 'an operand is changed';
				operation := format('%s: %s', operation, CASE WHEN c.shape IS NULL THEN 'shapes differ' WHEN problem LIKE '%parameters' THEN 'not alike' WHEN problem LIKE '%grown' THEN 'have grown' WHEN problem LIKE '54%' THEN 'too large'
					WHEN problem IS NOT NULL THEN concat_ws(', ', 'too full', CASE WHEN a.shape = b.shape THEN 'same shape' END, CASE WHEN i.growth > 0 AND j.growth > 0 THEN 'growing' WHEN elastic(c.shape) THEN 'coded' ELSE 'dense' END)
					WHEN operation = 'intersection agg' AND (is_identity(a) OR is_identity(b)) AND NOT (elastic(a.shape) AND elastic(b.shape)) THEN 'with bloom(), ' || least(i.representation, j.representation)
					WHEN operation LIKE 'union%' AND elastic(c.shape) AND NOT (c.coded OR elastic(a.shape) AND elastic(b.shape) OR is_identity(a) OR is_identity(b)) THEN 'becomes elastic'
					ELSE concat_ws(', ', CASE WHEN i.growth > 0 AND j.growth > 0 THEN 'growing' WHEN i.capacity <> j.capacity THEN CASE WHEN i.representation = 'dense' AND j.representation = 'dense' THEN 'by a fold' ELSE 'capacities differ' END END, least(i.representation, j.representation), greatest(i.representation, j.representation)) END);

				IF problem IS NOT NULL THEN
					NULL;
				ELSIF operation LIKE 'union%' THEN
					ASSERT i.growth > 0 AND i.representation = 'dense' AND j.representation = 'dense' OR bloom_union(g, bloom_add_all(a.f, x))::text = f::text, 'does not commute';
					c.least := ARRAY(SELECT unnest(a.least) UNION SELECT unnest(b.least) ORDER BY 1);
					c.most := ARRAY(SELECT unnest(a.most) UNION SELECT unnest(b.most) ORDER BY 1);
					c.slack := a.slack + b.slack;
					c.shares := greatest(a.shares, b.shares);
					IF i.growth > 0 AND i.representation = 'dense' AND j.representation = 'dense' THEN
						c.slack := c.slack + cardinality(a.most) + cardinality(b.most) - cardinality(c.most);
						c.shares := 2;
					END IF;
					IF operation LIKE 'union agg%' AND i.growth > 0 THEN	-- which has a.f again
						c.slack := c.slack + a.slack + cardinality(a.most);
						c.shares := 2;
					END IF;
					ASSERT c.shares = 1 OR a.most = '{}' OR b.most = '{}' OR (bloom_info(f)).bits_set IN (i.bits_set, j.bits_set) OR (bloom_info(f)).fpp <= 1.1 * i.error_rate, 'too full';
					a := plus(c, '{}', class);
				ELSIF operation LIKE 'intersection%' THEN
					ASSERT f::text = CASE WHEN operation LIKE 'intersection agg%' THEN (SELECT bloom_intersection_agg(v.f ORDER BY n) FROM (VALUES (1, g), (2, bloom_add_all(a.f, x))) AS v(n, f))
						ELSE bloom_intersection(g, bloom_add_all(a.f, x)) END::text, 'does not commute';
					c.least := ARRAY(SELECT unnest(a.least) INTERSECT SELECT unnest(b.least) ORDER BY 1);
					c.most := CASE WHEN cardinality(a.most) <= cardinality(b.most) THEN a.most ELSE b.most END;
					c.slack := a.slack + b.slack;
					c.shares := greatest(a.shares, b.shares);
					IF c.least = '{}' AND operation LIKE 'intersection agg%' AND (is_identity(a) OR is_identity(b)) THEN
						c.most := '{}';
					ELSIF i.representation <> 'dense' OR j.representation <> 'dense' THEN
						-- those values of the list, of two that with more bits of each hash, that the other filter contains: no random ones, if they are false positives
						IF i.representation = 'dense' OR j.representation <> 'dense' AND hash_bits(a) < hash_bits(b) THEN
							c.most := b.least;
							g := bloom_add_all(a.f, x);
						ELSE
							c.most := a.least;
						END IF;
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
	('one value', 40, 6, ARRAY[bloom(1)]),
	('ten values, and a seed', 100, 9, ARRAY[bloom(10, 0.1, seed => 3), bloom(10, 0.1, seed => 3), bloom()]),
	('hundred', 400, 8, ARRAY[bloom(100), bloom(100), bloom()]),
	('hundred, several lines', 300, 6, ARRAY[bloom(100, 1e-4), bloom(100, 1e-4), bloom(100, 1e-4), bloom(100, 1e-4, seed => 1)]),
	('thousand', 1500, 6, ARRAY[bloom(1000), bloom(1000), bloom(1000), bloom()]),
	('three thousand, regions', 4000, 3, ARRAY[bloom(3000, 0.001)]),
	('folds of hundreds', 300, 27, ARRAY[bloom(400), bloom(200), bloom(100)]),
	('folds by 2 and 3', 3500, 3, ARRAY[bloom(12000), bloom(6000), bloom(3000), bloom(4000)]),
	('folds of powers of 2', 3000, 2, ARRAY[bloom(16384), bloom(8192), bloom(4096), bloom()]),
	('grow twofold', 1200, 10, ARRAY[bloom(10, 0.01, 2), bloom()]),
	('grow a bit', 60, 8, ARRAY[bloom(10, 0.01, 2)]),
	('grow fourfold', 2500, 6, ARRAY[bloom(100, 0.05, 4)]),
	('grow or not', 500, 6, ARRAY[bloom(10, 0.01, 2), bloom(10, 0.01, 4), bloom(10, 0.01)]),
	('as many as will come', 1000, 4, ARRAY[bloom()]),
	('as many, and lists', 1500, 6, ARRAY[bloom(), bloom_elastic(1000000, 0.0001), bloom(500)]),
	('few', 60, 8, ARRAY[bloom(), bloom_elastic(50000000, 0.001), bloom(20)]),
	('list becomes elastic', 16, 24, ARRAY[bloom(5, 0.001), bloom(1), bloom(2), bloom()]),
	('hashes of other lengths', 80, 9, ARRAY[bloom_elastic(1000, 0.0001), bloom_elastic(3000, 0.001), bloom_elastic(1000000), bloom_elastic(800, 0.0001)]),
	('short hashes', 90, 16, ARRAY[bloom_elastic(10), bloom_elastic(20), bloom(10)]);
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
DROP FUNCTION program, check_register, tolerance, plus, too_full, adds_nothing, exceeds, united_layers, with_bits, layers, combined_shape, joined_shape, hash_bits, is_identity, elastic, folds, list_limit,
	new_register;
DROP TYPE register;
RESET plpgsql.check_asserts;
RESET client_min_messages;
