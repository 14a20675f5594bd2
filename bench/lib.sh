# The functions that the subjects use.  A subject makes tables of lines:
#
#     table KEY TITLE                 begins a table for $n values; times are
#                                     divided by $rows
#     base WHAT QUERY [SETTINGS]      a line with which those below are compared
#     query WHAT QUERY [SETTINGS]     a query of one row and one column; the value
#                                     is a size if the column is named bytes
#     outside WHAT COMMAND            a program that prints milliseconds, and
#                                     optionally bytes
#     measure                         runs $rounds rounds; in each round, every
#                                     line in turn
#     show                            prints the table
#
# SETTINGS are server options, such as '-c work_mem=4GB'.  Each run has a new
# connection.  Memory is private memory: the largest sum over the backend and its
# workers during the first round.  Disk is the size of temporary files.

sql() { psql -X -q -At -v ON_ERROR_STOP=1 "$@"; }

has_extension() {
	[ "$(sql -c "SELECT count(*) FROM pg_available_extensions WHERE name = '$1'")" = 1 ]
}

# Prints standard input, and saves it for bench/results.txt
tell() { tee -a "$report"; }

prepare_tables() {
	sql <<'END'
CREATE TABLE tables (tab serial PRIMARY KEY, key text, title text);
CREATE TABLE lines (line serial PRIMARY KEY, tab int, n bigint, rows bigint, what text, is_base bool,
	query text, command text, settings text, kb bigint, temp_kb bigint);
CREATE TABLE runs (line int, ms float8, answer bigint);
-- Repeats the query for 0.3 s and takes the last run, because a fast query is too short to measure its memory
CREATE FUNCTION took(query text, OUT ms float8, OUT answer bigint) LANGUAGE plpgsql AS $$
DECLARE
	began timestamptz := clock_timestamp();
	start timestamptz;
BEGIN
	LOOP
		start := clock_timestamp();
		EXECUTE query INTO answer;
		ms := extract(epoch FROM clock_timestamp() - start) * 1000;
		EXIT WHEN clock_timestamp() - began > '0.3 s';
	END LOOP;
END $$;
CREATE FUNCTION short(ms float8) RETURNS numeric LANGUAGE sql AS
	'SELECT round(ms::numeric, CASE WHEN ms < 10 THEN 2 ELSE 0 END)';
CREATE VIEW results AS
WITH shortest AS (
	SELECT l.*, count(*) AS rounds, min(ms) AS ms, max(ms) AS most,
		CASE WHEN query ~ 'AS bytes' OR command IS NOT NULL THEN max(answer) END AS bytes
	FROM lines l JOIN runs USING (line) GROUP BY line),
based AS (
	SELECT *, ms * 1e6 / rows AS ns,
		max(line) FILTER (WHERE is_base) OVER (PARTITION BY tab ORDER BY line) AS base
	FROM shortest)
SELECT l.*, l.ns / b.ns AS ratio, l.ns - b.ns AS more FROM based l JOIN based b ON b.line = l.base;
END
	postmaster=$(sql -c "SELECT split_part(pg_read_file('postmaster.pid'), E'\n', 1)")
	children=/proc/$postmaster/task/$postmaster/children
	temporary=$(sql -c 'SHOW data_directory')/base/pgsql_tmp
}

table() {
	key=$1 rows=$n
	tab=$(sql -v key="$1" -v title="$2" <<'END'
INSERT INTO tables (key, title) VALUES (:'key', :'title') RETURNING tab;
END
)
}

add_line() {
	sql -v tab="$tab" -v n="$n" -v rows="$rows" -v is_base="$1" -v what="$2" \
		-v query="$3" -v command="$4" -v settings="$5" <<'END'
INSERT INTO lines (tab, n, rows, is_base, what, query, command, settings)
VALUES (:tab, :n, :rows, :is_base, :'what', nullif(:'query', ''), nullif(:'command', ''), :'settings');
END
}
base() { add_line true "$1" "$2" '' "${3-}"; }
query() { add_line false "$1" "$2" '' "${3-}"; }
outside() { add_line false "$1" '' "$2" ''; }

run_line() {
	command=$(sql -c "SELECT command FROM lines WHERE line = $1")
	if [ -n "$command" ]; then
		set -- "$1" $($command)
		sql -c "INSERT INTO runs VALUES ($1, $2, ${3:-NULL})"
	else
		PGOPTIONS="$PGOPTIONS $(sql -c "SELECT settings FROM lines WHERE line = $1")" \
			sql -c "INSERT INTO runs SELECT line, took.* FROM lines, took(query) WHERE line = $1"
	fi
}

# Runs a line, and continually samples the new processes of the server
watch_line() {
	before=" $(cat "$children") "
	run_line "$1" &
	runner=$! most_kb=0 most_temp=0
	while kill -0 $runner 2>/dev/null; do
		files=/dev/null
		for pid in $(cat "$children"); do
			case $before in *" $pid "*) ;; *) files="$files /proc/$pid/status" ;; esac
		done
		kb=$(awk '/^RssAnon/ { kb += $2 } END { print kb + 0 }' $files 2>/dev/null) || kb=0
		[ "$kb" -le $most_kb ] || most_kb=$kb
		temp=$(du -sk "$temporary" 2>/dev/null | cut -f 1)
		[ "${temp:-0}" -le $most_temp ] || most_temp=$temp
		sleep 0.005
	done
	wait $runner
	sql -c "UPDATE lines SET kb = $most_kb, temp_kb = $most_temp WHERE line = $1 AND command IS NULL"
}

measure() {
	lines=$(sql -c "SELECT line FROM lines WHERE tab = $tab ORDER BY line")
	for round in $(seq "$rounds"); do
		echo "$(date +%T) $key: round $round of $rounds"
		for line in $lines; do
			if [ "$round" = 1 ]; then watch_line "$line"; else run_line "$line"; fi
		done
	done
}

# Prints the title of the table, and the result of the query on standard input
show_as() {
	{
		cat <<'END'
SELECT title FROM tables WHERE tab = :tab \gset
\echo
\echo '--' :title
\echo
END
		cat
	} | psql -X -q -P border=1 -P footer=off -v tab="$tab" | tell
}

show() {
	show_as <<'END'
SELECT coalesce(bool_or(temp_kb > 1024), false) AS spills, bool_or(bytes IS NOT NULL) AS sizes FROM results WHERE tab = :tab \gset
SELECT what, short(ms) AS ms, short(most) AS "up to",
	CASE WHEN is_base THEN 'base' ELSE round(ratio::numeric, 2)::text END AS ratio,
	round(ns) AS "ns a row", nullif(round(more), 0) AS more, round(kb / 1024.0) AS "memory MB"
\if :spills
	, nullif(temp_kb / 1024, 0) AS "disk MB"
\endif
\if :sizes
	, bytes, round(bytes / n::numeric, 2) AS "bytes a value"
\endif
FROM results WHERE tab = :tab ORDER BY line;
END
}
