# bloomext: Bloom filters as a PostgreSQL data type.  Beside PGXS's targets:
#   make demo    installs what is missing, then shows the extension at work
#   make test    installs what is missing, then runs all tests
#   make unit    unit tests of the plain C part, which needs no PostgreSQL
#   make fuzz    hostile input for as long as FUZZ_SECONDS says, each target;
#                needs clang
#   make bench   benchmarks; takes minutes and about 5 GB of disk
#   make live    filters to and from Redis, Guava and pybloom-live, if installed
#   make matrix    all tests on PostgreSQL 13, 15, 17 and 18, in chroots
#   make qemu      unit tests of other architectures
#   make coverage  lines that no test reaches
#   make dist      archives of what is committed, for PGXN

EXTENSION = bloomext
MODULE_big = bloomext
DATA = sql/bloomext--1.0.sql

# Plain C without PostgreSQL's headers
PLAIN_OBJS = \
	src/bloom_bitmap.o \
	src/bloom_bits.o \
	src/bloom_counters.o \
	src/bloom_digest.o \
	src/bloom_foreign.o \
	src/bloom_geometry.o \
	src/bloom_guava.o \
	src/bloom_hashes.o \
	src/bloom_mixture.o \
	src/bloom_murmur.o \
	src/bloom_pybloom.o \
	src/bloom_pybloom_file.o \
	src/bloom_redisbloom.o \
	src/bloom_redisbloom_file.o

OBJS = \
	$(PLAIN_OBJS) \
	src/bloom_agg.o \
	src/bloom_call.o \
	src/bloom_combine.o \
	src/bloom_expanded.o \
	src/bloom_format.o \
	src/bloom_func.o \
	src/bloom_hash.o \
	src/bloom_import.o \
	src/bloom_info.o \
	src/bloom_io.o \
	src/bloom_layers.o \
	src/bloom_library.o \
	src/bloom_list.o \
	src/bloom_planner.o \
	src/bloom_reshape.o \
	src/bloom_slice.o \
	src/bloom_state.o \
	src/bloom_view.o \
	src/bloom_window.o \
	src/bloom_wire.o \
	src/set/claim.o \
	src/set/create.o \
	src/set/filters.o \
	src/set/info.o \
	src/set/kept.o \
	src/set/merge.o \
	src/set/pieces.o \
	src/set/recent.o \
	src/set/set.o \
	src/set/worker.o \
	src/bloomext.o

REGRESS = \
	io \
	hash \
	encoding \
	golden \
	sparse \
	grow \
	typmod \
	filter \
	combine \
	fold \
	counting \
	foreign \
	random \
	estimate \
	aggregate \
	window \
	where \
	planner \
	sets \
	pieces \
	urls \
	catalog
REGRESS_OPTS = --encoding=UTF8 --no-locale

# Sessions beside each other
ISOLATION_TESTS = \
	claim \
	first_claim \
	batch \
	merge \
	snapshot \
	expire
ISOLATION_OPTS = --inputdir=src/test --load-extension=$(EXTENSION)

# Load, crashes, standbys and dumps
PROVE_TESTS = src/test/t/*.pl

UNIT_TESTS = \
	src/test/unit_bits \
	src/test/unit_counters \
	src/test/unit_filled \
	src/test/unit_foreign \
	src/test/unit_foreign_hostile \
	src/test/unit_foreign_wrong \
	src/test/unit_geometry \
	src/test/unit_golden \
	src/test/unit_growing \
	src/test/unit_hashes \
	src/test/unit_random \
	src/test/unit_rates

# Hostile input, by a mutator of our own; and how many, so that it takes seconds
FUZZ_TARGETS = foreign plain value
FUZZ_foreign = 60000
FUZZ_plain = 20000
FUZZ_value = 3000

# By libFuzzer, for so long each
FUZZ_SECONDS = 60
CLANG = clang

ALL_HEADERS = $(wildcard src/*.h src/set/*.h)

PG_CPPFLAGS = -I$(srcdir)/src
PG_CFLAGS = -fvisibility=hidden
PLAIN_LIBS = -lcrypto -lm
SHLIB_LINK = $(PLAIN_LIBS)
EXTRA_CLEAN = $(UNIT_TESTS) src/test/fuzz_faults $(FUZZ_TARGETS:%=src/test/fuzz_%) \
	$(FUZZ_TARGETS:%=src/test/libfuzzer_%) results regression.diffs regression.out output_iso tmp_check

# Filters of one shape must have one size on every machine
PLAIN_CFLAGS = -ftree-vectorize -ffp-contract=off
# 32-bit x86 would compute with more digits than a double has
ifneq ($(filter i386-% i486-% i586-% i686-%,$(shell $(CC) -dumpmachine 2>/dev/null)),)
PLAIN_CFLAGS += -msse2 -mfpmath=sse
endif

PG_CONFIG ?= pg_config
PGXS := $(shell $(PG_CONFIG) --pgxs 2>/dev/null)
ifneq ($(wildcard $(PGXS)),)
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
all install installcheck clean:
	@echo "$(PG_CONFIG) was not found or has no PGXS." >&2
	@echo "Install PostgreSQL's headers (Debian: postgresql-server-dev-15) or" >&2
	@echo "set PG_CONFIG, for example: make PG_CONFIG=/usr/lib/postgresql/15/bin/pg_config" >&2
	@exit 1
endif

$(PLAIN_OBJS): override CFLAGS += $(PLAIN_CFLAGS)
$(OBJS): $(ALL_HEADERS)

src/test/unit_%: src/test/unit_%.c $(wildcard src/test/*.h) $(PLAIN_OBJS:.o=.c) $(ALL_HEADERS)
	$(CC) -std=gnu11 -O2 -Wall -Wextra -Werror $(PLAIN_CFLAGS) $(UNIT_CFLAGS) \
		-Isrc -o $@ $< $(PLAIN_OBJS:.o=.c) $(PLAIN_LIBS)

# What runs outside of a server: calling what isn't there crashes
src/test/fuzz_faults: FUZZ_MORE = $(SHIMMED)
src/test/%_value: FUZZ_MORE = $(SHIMMED)
SHIMMED = src/test/fuzz_shim.c src/test/fuzz_server.c \
	$(addprefix src/bloom_, call.c combine.c expanded.c format.c \
		func.c hash.c import.c info.c io.c layers.c library.c list.c \
		reshape.c view.c wire.c) \
	-DUSE_ASSERT_CHECKING $(addprefix -isystem , $(shell $(PG_CONFIG) --includedir-server)) \
	-no-pie -Wl,--unresolved-symbols=ignore-all
FUZZ_CFLAGS = -std=gnu11 -O1 -g $(PLAIN_CFLAGS) -Isrc -fno-sanitize-recover=all \
	-fsanitize=address,undefined,float-cast-overflow
FUZZ_FILES = $(wildcard src/*.c src/test/*.h src/test/fuzz_*.c) $(ALL_HEADERS)

src/test/fuzz_%: src/test/fuzz_%.c $(FUZZ_FILES)
	$(CC) $(FUZZ_CFLAGS) -DFUZZ_MAIN -o $@ $< $(FUZZ_MORE) \
		$(PLAIN_OBJS:.o=.c) $(PLAIN_LIBS)

src/test/libfuzzer_%: src/test/fuzz_%.c $(FUZZ_FILES)
	$(CLANG) $(FUZZ_CFLAGS) -fsanitize=fuzzer -o $@ $< $(FUZZ_MORE) \
		$(PLAIN_OBJS:.o=.c) $(PLAIN_LIBS)

# Errors in the middle of operations first
fuzz-short: src/test/fuzz_faults $(FUZZ_TARGETS:%=src/test/fuzz_%)
	@src/test/fuzz_faults
	@$(foreach target,$(FUZZ_TARGETS),src/test/fuzz_$(target) $(FUZZ_$(target)) &&) :

# What it finds is left in results, and so is what it has learned
fuzz: $(FUZZ_TARGETS:%=src/test/fuzz_%) $(FUZZ_TARGETS:%=src/test/libfuzzer_%)
	@for target in $(FUZZ_TARGETS); do \
		corpus=results/corpus/$$target; \
		mkdir -p $$corpus && src/test/fuzz_$$target -w $$corpus && \
		src/test/libfuzzer_$$target -max_total_time=$(FUZZ_SECONDS) \
			-max_len=65536 -timeout=30 -rss_limit_mb=3000 \
			-artifact_prefix=results/$$target- $$corpus || exit 1; \
	done

# What a second implementation computes, as a regression test and a unit test
golden:
	/usr/bin/python3 src/test/golden.py vectors >sql/golden.sql
	/usr/bin/python3 src/test/golden_unit.py >src/test/unit_golden_vectors.h

unit: $(UNIT_TESTS)
	@for unit in $(UNIT_TESTS); do $$unit || exit 1; done

packages:
	.ci/packages

demo: packages
	src/test/with-server bench/demo

test: packages
	$(MAKE) unit
	$(MAKE) fuzz-short
	src/test/with-server src/test/check

bench: packages
	SERVER_SETTINGS="$$(printf 'shared_buffers = 3GB\nmax_wal_size = 8GB')" \
		src/test/with-server bench/run

live: packages
	src/test/with-server bench/live

matrix:
	src/test/matrix

qemu:
	src/test/qemu

coverage: packages
	src/test/coverage

DIST = $(EXTENSION)-$(shell sed -n 's/^   "version": "\(.*\)",/\1/p' META.json)

dist:
	git archive --format=zip --prefix=$(DIST)/ -o $(DIST).zip HEAD
	git archive --format=tar.gz --prefix=$(DIST)/ -o $(DIST).tar.gz HEAD

.PHONY: unit fuzz fuzz-short golden packages demo test bench live matrix qemu coverage dist
