# Plots bench/results.csv, for a light or a dark page:
#
#     gnuplot -e "theme = 'light'" bench/plot.gnuplot
dark = theme eq 'dark'
ink = dark ? '#c9d1d9' : '#24292f'
faint = dark ? '#3d444d' : '#d1d9e0'
do for [i = 1:6] {
	set linetype i pointtype 7 pointsize 0.6 linewidth 2 \
		lc rgb word(dark ? '#58a6ff #ff7b72 #e3b341 #56d364 #bc8cff #8b949e' : '#0969da #cf222e #9a6700 #1a7f37 #8250df #6e7781', i)
}
set terminal svg size 1000, 800 font 'sans-serif,13' background rgb dark ? '#0d1117' : '#ffffff'
set output sprintf('bench/results-%s.svg', theme)
set datafile separator ','
set datafile missing NaN
set border 3 lc rgb faint
set tics nomirror textcolor rgb ink
set title textcolor rgb ink
set xlabel textcolor rgb ink
set key textcolor rgb ink noenhanced
# gnuplot treats every comma as a separator, even in quotes
csv = "< sed 's/, /; /g' bench/results.csv"
# a column of the lines with this subject and name
pick(subject, what, name) = strcol('subject') eq subject && strcol('what') eq what ? column(name) : NaN

set multiplot layout 2, 2
set logscale xy
set grid lc rgb faint
set xrange [8e5:6.3e7]
set xtics ('1 million' 1e6, '10 million' 1e7, '50 million' 5e7)

set title 'Size, bytes per URL'
set key at graph 1, 0.62 right noreverse Right
set yrange [0.00002:300]
set format y '%g'
plot csv using 'n':(pick('build', 'bloom_agg(url; n)', 'bytes') / column('n')) with linespoints lt 1 title 'filter', \
	csv using 'n':(pick('build', 'unique btree index on url', 'bytes') / column('n')) with linespoints lt 2 title 'unique index', \
	csv using 'n':(pick('others', 'Redis: SETBIT; 7 a URL; pipelined', 'bytes') / column('n')) \
		with points lt 3 pt 6 ps 1 title 'Redis, SETBIT', \
	csv using 'n':(pick('build', 'hll_add_agg(hll_hash_text(url))', 'bytes') / column('n')) with linespoints lt 4 title 'hll'

set title 'Building, ns per URL'
set yrange [50:20000]
plot csv using 'n':(pick('build', 'bloom_agg(url; n)', 'ns_a_row')) with linespoints lt 1 title 'bloom_agg(url, n)', \
	csv using 'n':(pick('build', 'unique btree index on url', 'ns_a_row')) with linespoints lt 2 title 'unique index', \
	csv using 'n':(pick('others', 'Redis: SETBIT; 7 a URL; pipelined', 'ns_a_row')) with linespoints lt 3 title 'Redis, SETBIT, pipelined', \
	csv using 'n':(pick('build', 'hll_add_agg(hll_hash_text(url))', 'ns_a_row')) with linespoints lt 4 title 'hll', \
	csv using 'n':(pick('build', 'count(url)', 'ns_a_row')) with linespoints lt 6 dt 2 title 'count(url), for comparison'

set title 'Testing, ns per URL'
plot csv using 'n':(pick('test', 'url <@ (SELECT filter); of n', 'ns_a_row')) with linespoints lt 1 title 'url <@ filter', \
	csv using 'n':(pick('lookup', 'join by unique btree index', 'ns_a_row')) with linespoints lt 2 title 'join by unique index', \
	csv using 'n':(pick('others', 'Redis: GETBIT; 7 a URL; pipelined', 'ns_a_row')) with linespoints lt 3 title 'Redis, GETBIT, pipelined', \
	csv using 'n':(pick('test', "url = 'x'", 'ns_a_row')) with linespoints lt 6 dt 2 title "url = 'x', for comparison"

unset logscale
set title 'Claiming new URLs, us per URL'
set style fill solid border rgb faint
set boxwidth 0.35
unset grid
set grid y lc rgb faint
set xrange [-0.6:2.6]
set yrange [0:*]
set xtics ('one by one' 0, '8 clients' 1, 'by 1,000' 2)
set key at graph 1, 1 right
# the first rows are of new URLs, the others of known ones
claims = csv . " | awk -F, '$1 == \"claims\" && ++n <= 6'"
plot claims using (int($0 / 2) - 0.2):(int($0) % 2 == 0 ? $9 / 1000 : NaN) with boxes lt 2 title 'unique index', \
	claims using (int($0 / 2) + 0.2):(int($0) % 2 == 1 ? $9 / 1000 : NaN) with boxes lt 1 title 'shared set'
unset multiplot
