# bloomext: Bloom filters as a PostgreSQL data type.  Beside PGXS's targets:
#   make check     in a minute: builds, runs unit and regression tests
#   make test      in four: installs what is missing, runs all tests
#   make help      this list
#   make unit      unit tests of the plain C part, which needs no PostgreSQL;
#                  make unit-core/bits runs one
#   make regress   the regression tests on a temporary server
#   make script    the install script, of sql/bloomext.in
#   make golden    tests of what a second implementation computes
#   make indent    what PostgreSQL's indenter would change; pg_bsd_indent
#   make demo      installs what is missing, shows the extension at work
#   make fuzz      hostile input for as long as FUZZ_SECONDS says, each target;
#                  needs clang
#   make fuzz-wasm gives a million spoiled filters to the WebAssembly module, in
#                  four minutes; make bindings does fewer
#   make bench     benchmarks; takes minutes and about 5 GB of disk
#   make model     checks a model of how shared sets claim values; needs spin,
#                  and takes a minute
#   make live      filters to and from Redis, Guava, Spark and pybloom-live, if there
#   make clients   the examples of doc/clients.md, by 15 drivers of 8 languages:
#                  installs those that are missing, then takes a minute
#   make cluster   what doc/servers.md says, on several servers; with Citus, if
#                  it is there
#   make bindings  the Python and JavaScript packages of clients/: installs what
#                  is missing, builds and tests them, in a minute
#   make matrix    all tests on PostgreSQL 13, 15, 17, 18 and 19, and on 32 bits,
#                  in chroots
#   make neighbours  PostgreSQL's own tests with bloomext preloaded, and ours
#                  beside other extensions, in a chroot
#   make compilers gcc 12 to 15 and clang 14 to 21 without a warning, in chroots
#   make fresh     demo and tests on new Debian machines of all kinds, in chroots
#   make qemu      unit tests of other architectures
#   make coverage  lines that no test reaches
#   make dist      archives of what is committed, for PGXN
#   make deb       Debian packages, built and tested in chroots
#   make release   everything that a release consists of, tested; takes hours

EXTENSION = bloomext
MODULE_big = bloomext
DATA = sql/bloomext--1.0.sql

# The rooms of src/, from the lowest on: inclusion points down only
# (test/check-includes).  Plain C without PostgreSQL's headers:
PLAIN_OBJS = \
	src/core/bits.o \
	src/core/coded.o \
	src/core/codedfind.o \
	src/core/common.o \
	src/core/counters.o \
	src/core/geometry.o \
	src/core/hashes.o \
	src/core/mixture.o \
	src/core/raw.o \
	src/core/search.o \
	src/codec/bitmap.o \
	src/codec/classic.o \
	src/codec/digest.o \
	src/codec/codecs.o \
	src/codec/imported.o \
	src/codec/guava.o \
	src/codec/murmur.o \
	src/codec/pybloom.o \
	src/codec/pybloom_file.o \
	src/codec/redisbloom.o \
	src/codec/redisbloom_file.o \
	src/codec/sha.o \
	src/codec/spark.o \
	src/format/class.o \
	src/format/estimate.o \
	src/format/head.o \
	src/format/validate.o

OBJS = \
	$(PLAIN_OBJS) \
	src/value/canonical.o \
	src/value/combine.o \
	src/value/equal.o \
	src/value/expanded.o \
	src/value/heads.o \
	src/value/hasher.o \
	src/value/intersect.o \
	src/value/layers.o \
	src/value/library.o \
	src/value/list.o \
	src/value/refit.o \
	src/value/row.o \
	src/value/slice.o \
	src/value/unionstate.o \
	src/value/view.o \
	src/value/receive.o \
	src/func/agg.o \
	src/func/anyagg.o \
	src/func/argument.o \
	src/func/array.o \
	src/func/call.o \
	src/func/contains.o \
	src/func/cost.o \
	src/func/export.o \
	src/func/filter.o \
	src/func/import.o \
	src/func/info.o \
	src/func/io.o \
	src/func/pair.o \
	src/func/planner.o \
	src/func/state.o \
	src/func/stored.o \
	src/func/window.o \
	src/scan/clause.o \
	src/scan/exec.o \
	src/scan/explain.o \
	src/scan/hint.o \
	src/scan/plan.o \
	src/scan/planhint.o \
	src/scan/prefetch.o \
	src/scan/tests.o \
	src/join/joinbatch.o \
	src/join/joinexec.o \
	src/join/joinexplain.o \
	src/join/joinouter.o \
	src/join/joinpath.o \
	src/join/joinplan.o \
	src/join/joinside.o \
	src/join/jointest.o \
	src/set/ask.o \
	src/set/claim.o \
	src/set/check.o \
	src/set/valueclass.o \
	src/set/create.o \
	src/set/drop.o \
	src/set/filters.o \
	src/set/indexes.o \
	src/set/describe.o \
	src/set/insert.o \
	src/set/knownsets.o \
	src/set/cache.o \
	src/set/allsets.o \
	src/set/load.o \
	src/set/loadagg.o \
	src/set/loadlayer.o \
	src/set/loadsort.o \
	src/set/lookup.o \
	src/set/merge.o \
	src/set/name.o \
	src/set/components.o \
	src/set/recent.o \
	src/set/secret.o \
	src/set/serialize.o \
	src/set/set.o \
	src/set/setlocks.o \
	src/set/settings.o \
	src/set/setslices.o \
	src/set/subscribed.o \
	src/set/tend.o \
	src/set/test.o \
	src/set/truncate.o \
	src/set/watch.o \
	src/set/worker.o \
	src/bloomext.o

REGRESS = \
	io \
	hash \
	encoding \
	golden \
	sparse \
	rollup \
	grow \
	typmod \
	filter \
	combine \
	fold \
	counting \
	imported \
	order \
	random \
	estimate \
	aggregate \
	window \
	where \
	stored \
	planner \
	scan \
	join \
	sets \
	load \
	components \
	urls \
	untyped \
	catalog
REGRESS_OPTS = --encoding=UTF8 --no-locale

# Sessions beside each other
ISOLATION_TESTS = \
	claim \
	first_claim \
	batch \
	merge \
	snapshot \
	serial \
	waited \
	load \
	expire \
	grantee \
	clear \
	scan_recheck
ISOLATION_OPTS = --inputdir=test/isolation --load-extension=$(EXTENSION)

# Load, crashes, standbys and dumps
PROVE_TESTS = test/t/*.pl

# The longest first, for two processors
UNIT_TESTS = \
	core/rates \
	core/growing \
	codec/hostile \
	core/random \
	core/coded \
	core/hashes \
	core/filled \
	core/bits \
	core/geometry \
	core/common \
	core/search \
	core/counters \
	core/golden \
	codec/files \
	codec/sha \
	codec/wrong

# Hostile input, by a mutator of our own; and how many, so that it takes seconds
FUZZ_TARGETS = value core codec
FUZZ_codec = 60000
FUZZ_core = 20000
FUZZ_value = 3000
FUZZ_wasm = 1000000

# By libFuzzer, for so long each
FUZZ_SECONDS = 60
CLANG = clang

ALL_HEADERS = $(wildcard src/*/*.h)
TEST_HEADERS = $(wildcard test/unit/*.h test/unit/*/*.h test/fuzz/*.h clients/c/*.h)

PG_CPPFLAGS = -I$(srcdir)/src
PG_CFLAGS = -fvisibility=hidden
PLAIN_LIBS = -lm
SHLIB_LINK = $(PLAIN_LIBS)
EXTRA_CLEAN = build results regression.diffs regression.out output_iso tmp_check

# Filters of one shape must have one size on every machine
PLAIN_CFLAGS = -ftree-vectorize -ffp-contract=off
# 32-bit x86 would compute with more digits than a double has
ifneq ($(filter i386-% i486-% i586-% i686-%,$(shell $(CC) -dumpmachine 2>/dev/null)),)
PLAIN_CFLAGS += -msse2 -mfpmath=sse
PG_CFLAGS += -msse2 -mfpmath=sse
endif

PG_CONFIG ?= pg_config
PGXS := $(shell $(PG_CONFIG) --pgxs 2>/dev/null)
SERVER_HEADERS := $(shell $(PG_CONFIG) --includedir-server 2>/dev/null)
ifneq ($(and $(wildcard $(PGXS)),$(wildcard $(SERVER_HEADERS)/postgres.h)),)
# Objects are for one PostgreSQL: with another, all are compiled again
BUILT_FOR := $(shell echo `$(PG_CONFIG) --version --includedir-server --pkglibdir`)
ifneq ($(shell cat build/for 2>/dev/null),$(BUILT_FOR))
$(shell mkdir -p build && echo '$(BUILT_FOR)' >build/for)
endif
# PostgreSQL 13 and some packages come without what these tests need
PGXS_TEST = $(dir $(PGXS))../test
ifneq ($(wildcard $(PGXS_TEST)/isolation/pg_isolation_regress),)
ISOLATION = $(ISOLATION_TESTS)
endif
# They start servers of their own, which root may not
ifneq ($(wildcard $(PGXS_TEST)/perl/PostgreSQL/Test/Cluster.pm),)
ifneq ($(shell id -u),0)
TAP_TESTS = 1
endif
endif
include $(PGXS)
else
SERVER_MAJOR := $(shell { $(PG_CONFIG) --version || echo 15; } 2>/dev/null | \
	sed 's/[^0-9]*\([0-9]*\).*/\1/')
all install installcheck clean:
	@echo "$(PG_CONFIG) was not found, or its PostgreSQL lacks PGXS or postgres.h." >&2
	@echo "Install PostgreSQL's headers (Debian: postgresql-server-dev-$(SERVER_MAJOR), or make packages)" >&2
	@echo "or set PG_CONFIG, for example: make PG_CONFIG=/usr/lib/postgresql/15/bin/pg_config" >&2
	@exit 1
endif

# A build elsewhere has the rooms too
ifdef VPATH
$(shell mkdir -p $(sort $(dir $(OBJS))))
endif

$(PLAIN_OBJS): override CFLAGS += $(PLAIN_CFLAGS)
$(OBJS) $(OBJS:.o=.bc): $(ALL_HEADERS) build/for

# Tests are built in build/, with objects of their own
PLAIN_TEST = $(CC) -std=gnu11 -O2 -Wall -Wextra -Werror $(PLAIN_CFLAGS) \
	-Isrc -Itest $(UNIT_CFLAGS)
TESTED_OBJS = $(PLAIN_OBJS:src/%=build/plain/%)
UNIT_PROGRAMS = $(UNIT_TESTS:%=build/unit/%)

build/plain/%.o: src/%.c $(ALL_HEADERS)
	@mkdir -p $(@D)
	$(PLAIN_TEST) -c -o $@ $<

build/unit/%: test/unit/%.c $(TEST_HEADERS) $(TESTED_OBJS)
	@mkdir -p $(@D)
	$(PLAIN_TEST) -o $@ $< $(TESTED_OBJS) $(PLAIN_LIBS)

# What runs outside of a server: calling what isn't there crashes
SHIMMED = $(addprefix src/value/, canonical.c combine.c equal.c expanded.c \
		hasher.c heads.c intersect.c layers.c library.c list.c receive.c refit.c row.c \
		slice.c unionstate.c view.c) \
	$(addprefix src/func/, argument.c array.c call.c contains.c export.c filter.c import.c \
		info.c io.c pair.c stored.c) \
	test/fuzz/server.c test/fuzz/shim.c
# libbloomext reads what the functions of SQL do, beside them
FUZZED_LIBRARY = $(addprefix clients/c/, build.c contains.c error.c hash.c \
	info.c memory.c open.c unite.c values.c)
SHIM_CFLAGS = -DUSE_ASSERT_CHECKING \
	$(addprefix -isystem , $(shell $(PG_CONFIG) --includedir-server))
SHIM_LDFLAGS = -no-pie -Wl,--unresolved-symbols=ignore-all
FUZZ_CFLAGS = -O1 -fno-sanitize-recover=all \
	-fsanitize=address,undefined,float-cast-overflow
FUZZ_FLAGS = -std=gnu11 -g $(PLAIN_CFLAGS) -Isrc -Itest -Iclients/c $(FUZZ_CFLAGS)
FUZZ_OBJS = $(PLAIN_OBJS:%=build/fuzzed/%)
SHIM_OBJS = $(SHIMMED:%.c=build/fuzzed/%.o)
LIBRARY_OBJS = $(FUZZED_LIBRARY:%.c=build/fuzzed/%.o)

$(SHIM_OBJS): FUZZ_FLAGS += $(SHIM_CFLAGS)
build/fuzzed/%.o: %.c $(ALL_HEADERS) $(TEST_HEADERS)
	@mkdir -p $(@D)
	$(CC) $(FUZZ_FLAGS) -c -o $@ $<

build/fuzz/core build/fuzz/codec: build/fuzz/%: test/fuzz/%.c $(FUZZ_OBJS)
	@mkdir -p $(@D)
	$(CC) $(FUZZ_FLAGS) -DFUZZ_MAIN -o $@ $^ $(PLAIN_LIBS)

build/fuzz/value: $(LIBRARY_OBJS)
build/fuzz/value build/fuzz/faults: build/fuzz/%: test/fuzz/%.c $(FUZZ_OBJS) $(SHIM_OBJS)
	@mkdir -p $(@D)
	$(CC) $(FUZZ_FLAGS) $(SHIM_CFLAGS) $(SHIM_LDFLAGS) -DFUZZ_MAIN -o $@ $^ $(PLAIN_LIBS)

# Without sanitizers: what it says is compared
build/fuzz/wires: FUZZ_CFLAGS = -O2
build/fuzz/wires: test/fuzz/wires.c $(PLAIN_OBJS:.o=.c) $(SHIMMED) $(FUZZED_LIBRARY) \
		$(ALL_HEADERS) $(TEST_HEADERS)
	@mkdir -p $(@D)
	$(CC) $(FUZZ_FLAGS) $(SHIM_CFLAGS) $(SHIM_LDFLAGS) -DFUZZ_MAIN -o $@ \
		$(filter %.c,$^) $(PLAIN_LIBS)

build/libfuzzer/value: LIBFUZZER_MORE = $(SHIMMED) $(FUZZED_LIBRARY) $(SHIM_CFLAGS) $(SHIM_LDFLAGS)
build/libfuzzer/%: test/fuzz/%.c $(FUZZ_OBJS:build/fuzzed/%.o=%.c) $(SHIMMED) $(ALL_HEADERS) $(TEST_HEADERS)
	@mkdir -p $(@D)
	$(CLANG) $(FUZZ_FLAGS) -fsanitize=fuzzer -o $@ $< $(LIBFUZZER_MORE) \
		$(PLAIN_OBJS:.o=.c) $(PLAIN_LIBS)

FUZZ_PROGRAMS = $(FUZZ_TARGETS:%=build/fuzz/%)

# Errors in the middle of operations first
fuzz-short: fuzz-faults $(FUZZ_TARGETS:%=fuzz-%)

fuzz-faults: build/fuzz/faults
	@$<

$(FUZZ_TARGETS:%=fuzz-%): fuzz-%: build/fuzz/%
	@$< $(FUZZ_$*)

# The WebAssembly module of clients/js beside the C library
fuzz-wasm: build/fuzz/wires
	@$(MAKE) -s -C clients/js
	@node test/fuzz/wasm.mjs $< $(FUZZ_wasm)

# What it finds is left in results, and so is what it has learned
fuzz: $(FUZZ_PROGRAMS) $(FUZZ_TARGETS:%=build/libfuzzer/%)
	@for target in $(FUZZ_TARGETS); do \
		corpus=results/corpus/$$target; \
		mkdir -p $$corpus && build/fuzz/$$target -w $$corpus && \
		build/libfuzzer/$$target -max_total_time=$(FUZZ_SECONDS) \
			-max_len=65536 -timeout=30 -rss_limit_mb=3000 \
			-artifact_prefix=results/$$target- $$corpus || exit 1; \
	done

# Checked in, so that installing needs no Python
script:
	sql/generate.py <sql/bloomext.in >sql/script.new
	mv sql/script.new sql/bloomext--1.0.sql

# What a second implementation computes, as a regression test and a unit test
golden:
	/usr/bin/python3 test/golden/golden.py vectors >sql/golden.sql
	/usr/bin/python3 test/golden/unit.py >test/unit/core/golden_vectors.h
	/usr/bin/python3 test/golden/clients.py >test/golden/clients.txt

# Shows what PostgreSQL's indenter would change
indent:
	test/check-indent

unit: $(UNIT_TESTS:%=unit-%)

$(UNIT_TESTS:%=unit-%): unit-%: build/unit/%
	@$<

regress:
	+@test/with-server test/on-server --regress

packages:
	.ci/packages

# PGXS has a recipe for it that says that it is not supported: silence that
check: fast
check: private SHELL = true

fast:
	+@test/ready $(MAKE) -s quick

# On two processors: compiling, then the unit tests beside the server's
quick:
	@test/check-includes
	@test/check-script
	@test/check-style
	@test/check-pages
	@test/check-versions
	@test/check-model
	@test/compile
	@echo "Compiling the unit tests"
	@$(MAKE) -s -j2 $(UNIT_PROGRAMS)
	@$(MAKE) -s -j2 -Otarget regress unit

demo:
	@test/ready test/with-server bench/demo

test:
	@test/ready test/all

bench: packages
	SERVER_SETTINGS="$$(printf 'shared_buffers = 3GB\nmax_wal_size = 8GB')" \
		test/with-server bench/run

model:
	@test/check-model
	@test/model/run

live:
	@test/ready test/with-server bench/live

clients:
	@test/ready test/clients/run

cluster:
	@test/ready test/with-server test/on-server --cluster

bindings:
	@test/ready test/clients/packages

matrix:
	test/matrix

neighbours:
	test/neighbours

compilers:
	test/compilers

fresh:
	test/fresh

qemu:
	test/qemu

coverage:
	@test/ready test/coverage

DIST = $(EXTENSION)-$(shell sed -n 's/^   "version": "\(.*\)",/\1/p' META.json)

dist:
	TZ=UTC git archive -9 --format=zip --prefix=$(DIST)/ -o $(DIST).zip HEAD
	git archive -9 --format=tar.gz --prefix=$(DIST)/ -o $(DIST).tar.gz HEAD

deb:
	test/debian

release:
	release/run

help:
	@sed -n 's/^#   //p' Makefile

.PHONY: check fast quick test help unit $(UNIT_TESTS:%=unit-%) regress script golden \
	indent model fuzz fuzz-short fuzz-faults fuzz-wasm $(FUZZ_TARGETS:%=fuzz-%) packages demo \
	bench live clients cluster bindings matrix neighbours compilers fresh qemu coverage dist deb release
