# Plots bench/results.csv as curves
set terminal svg size 1200, 900 background rgb 'white' font 'sans-serif,13'
set output 'bench/results.svg'
set datafile separator ','
set datafile missing NaN
set key left top reverse Left samplen 2
set logscale xy
set grid
set format x '10^{%L}'
# gnuplot treats every comma as a separator, even in quotes
csv = "< sed 's/, /; /g' bench/results.csv"

# the values of a column, in the lines of a subject with that name
pick(subject, what, name) = strcol('subject') eq subject && strcol('what') eq what ? column(name) : NaN

subjects = 'build build test first first test build'
array lines = ['count(url)', 'bloom_agg(url; n)', 'url <@ (SELECT filter); of n', \
	'bloom_first_seen(url; n; 0.001) OVER (ORDER BY id)', 'DISTINCT url', 'url IN (SELECT url); work_mem 4GB', \
	'unique btree index on url']
array titles = ['count(url)', 'bloom_agg(url, n)', 'url <@ filter of n', 'bloom_first_seen(url, n, 0.001)', \
	'DISTINCT url, work_mem 64MB', 'hash semi-join, work_mem 4GB', 'unique btree index, built']

set multiplot layout 2, 2
set xlabel 'URLs'
set title 'Time of a query, ms'
plot for [i = 1:7] csv using 'n':(pick(word(subjects, i), lines[i], 'ms')) \
	with linespoints lc i pt 7 title titles[i] noenhanced
set title 'Memory of the server process, MB'
plot for [i = 1:7] csv using 'n':(pick(word(subjects, i), lines[i], 'memory_mb')) \
	with linespoints lc i pt 7 notitle

unset logscale y
set title 'Nanoseconds a row'
set xlabel 'capacity of the filter'
plot csv using 'n':(pick('growth', 'build', 'ns_more')) with linespoints pt 7 title 'building, over count', \
	csv using 'n':(pick('growth', 'test', 'ns_more')) with linespoints pt 7 title 'testing, over =', \
	csv using 'n':(pick('growth', 'read', 'ns_a_row')) with linespoints pt 7 dt 2 title 'a read from as much memory', \
	csv using 'n':(pick('growth', 'read; huge pages', 'ns_a_row')) with linespoints pt 7 dt 2 title 'the same on huge pages'

set title 'Bytes a value at an error rate of 1 %'
set xlabel 'values'
set key right top noreverse Right
set yrange [0:12]
bytes(what) = pick('bytes', what, 'bytes') / column('n')
plot csv using 'n':(bytes('bloom_agg(i)')) with linespoints pt 7 title 'sized by itself: bloom\_agg(i)', \
	csv using 'n':(bytes('bloom_agg(i; 10000000)')) with linespoints pt 7 title 'for 10 million: bloom\_agg(i, 10000000)', \
	csv using 'n':(bytes('bloom_agg_like(i; bloom(100; growth => 2))')) with linespoints pt 7 \
		title 'growing: bloom\_agg\_like(i, bloom(100, growth => 2))'
unset multiplot
