# bloomext: Bloom filters as a PostgreSQL data type.  In addition to the targets
# of PGXS (all, install, installcheck, clean ...):
#   make help      shows this list
#   make demo      installs what is missing, then shows the extension at work
#   make bench     runs the benchmarks; takes 1 to 3 hours and 30 GB of disk
#   make script    generates the install script from sql/bloomext.in
#   make golden    generates the tests that compare with a second implementation
#   make packages  installs the Debian packages that building and testing need
#   make dist      writes archives of the last commit, for PGXN
#   make deb       builds and tests Debian packages, in chroots
#   make release   tests and builds everything in a release; takes hours

EXTENSION = bloomext
MODULE_big = bloomext
DATA = sql/bloomext--1.0.sql

# The folder of this file.  In a VPATH build, it is not the current folder
HERE := $(dir $(lastword $(MAKEFILE_LIST)))
sources = $(patsubst $(HERE)%.c,%.o,$(sort $(wildcard $(addprefix $(HERE),$(1)))))
# Plain C without PostgreSQL's headers
PLAIN_OBJS := $(call sources,src/core/*.c src/format/*.c src/codec/*.c \
	src/filter/*.c)
OBJS := $(call sources,src/*/*.c src/*.c)
ALL_HEADERS := $(wildcard $(HERE)src/*/*.h)

# io first: it creates the extension
REGRESS = io hash encoding golden bytes sparse elastic grow memory typmod filter \
	combine fold counting imported order random estimate aggregate \
	window where stored planner scan join sets load unclaim components urls \
	untyped catalog mistakes
ifeq ($(wildcard $(HERE)test/imported/keys),)
REGRESS := $(filter-out imported,$(REGRESS))
endif
# make check and the chroots of 17 and 19 leave these out
ifeq ($(PLAIN),no)
REGRESS := $(filter-out grow fold imported estimate order random,$(REGRESS))
endif
# Tests that were chosen need it, too
ifneq ($(REGRESS),)
override REGRESS := io $(filter-out io,$(REGRESS))
endif
REGRESS_OPTS = --encoding=UTF8 --no-locale

# Concurrent sessions
ISOLATION_TESTS = claim batch unclaim merge kept remembered snapshot serial \
	waited load expire grantee clear scan_recheck
ISOLATION_OPTS = --inputdir=test/isolation --load-extension=$(EXTENSION)

# Load, crashes, standbys, dumps
PROVE_TESTS = test/t/*.pl

PG_CPPFLAGS = -I$(srcdir)/src
# The compiler writes the headers that an object depends on to a .d file
PG_CFLAGS = -fvisibility=hidden -MMD -MP
PLAIN_LIBS = -lm
SHLIB_LINK = $(PLAIN_LIBS)
EXTRA_CLEAN = $(OBJS:.o=.d) build results regression.diffs regression.out output_iso tmp_check

# Filters with the same parameters must have the same size on every machine
PLAIN_CFLAGS = -ftree-vectorize -ffp-contract=off
# By default, 32-bit x86 computes with more digits than a double has
ifneq ($(filter i386-% i486-% i586-% i686-%,$(shell $(CC) -dumpmachine 2>/dev/null)),)
PLAIN_CFLAGS += -msse2 -mfpmath=sse
PG_CFLAGS += -msse2 -mfpmath=sse
endif

PG_CONFIG ?= pg_config
PGXS := $(shell $(PG_CONFIG) --pgxs 2>/dev/null)
SERVER_HEADERS := $(shell $(PG_CONFIG) --includedir-server 2>/dev/null)
ifneq ($(and $(wildcard $(PGXS)),$(wildcard $(SERVER_HEADERS)/postgres.h)),)
# Objects are compiled again if another PostgreSQL was chosen
BUILT_FOR := $(shell echo `$(PG_CONFIG) --version --includedir-server --pkglibdir`)
ifneq ($(shell cat build/for 2>/dev/null),$(BUILT_FOR))
$(shell mkdir -p build && echo '$(BUILT_FOR)' >build/for)
endif
# PostgreSQL 13 and some packages lack the programs that these tests need
PGXS_TEST = $(dir $(PGXS))../test
ifneq ($(wildcard $(PGXS_TEST)/isolation/pg_isolation_regress),)
ISOLATION = $(ISOLATION_TESTS)
endif
# TAP tests start servers, which root may not do
ifneq ($(wildcard $(PGXS_TEST)/perl/PostgreSQL/Test/Cluster.pm),)
ifneq ($(shell id -u),0)
TAP_TESTS = 1
endif
endif
# No bitcode: it would be compiled without PLAIN_CFLAGS, and the JIT compiler of
# PostgreSQL 15 inlined none of these functions
override with_llvm = no
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

# A build in another folder needs the folders of src/
ifdef VPATH
$(shell mkdir -p build $(sort $(dir $(OBJS))))
endif

$(PLAIN_OBJS): override CFLAGS += $(PLAIN_CFLAGS)
$(OBJS): build/for
# Objects without a .d file depend on all headers
without_d = $(foreach object,$(1),$(if $(wildcard $(object:.o=.d)),,$(object)))
$(call without_d,$(OBJS)): $(ALL_HEADERS)
-include $(wildcard $(OBJS:.o=.d))

# Tests: each file begins with its targets.  They run in this folder only.
include $(wildcard $(HERE)test/*.mk)

# The results are committed, so that installing needs no Python
script:
	sql/generate.py <sql/bloomext.in >sql/script.new
	mv sql/script.new sql/bloomext--1.0.sql

golden:
	/usr/bin/python3 test/golden/golden.py vectors >sql/golden.sql
	/usr/bin/python3 test/golden/unit.py >test/unit/core/golden_vectors.h
	/usr/bin/python3 test/golden/clients.py >test/golden/clients.txt

packages:
	ALL=yes .ci/packages

demo:
	@test/ready test/with-server bench/demo

bench: packages
	SERVER_SETTINGS="$$(printf 'shared_buffers = 3GB\nmax_wal_size = 8GB')" \
		test/with-server bench/run

DIST = $(EXTENSION)-$(shell sed -n 's/^   "version": "\(.*\)",/\1/p' META.json)

dist:
	@git rev-parse -q --verify HEAD >/dev/null 2>&1 || \
		{ echo "make dist writes the last commit, so it needs a git checkout" >&2; exit 1; }
	TZ=UTC git archive -9 --format=zip --prefix=$(DIST)/ -o $(DIST).zip HEAD
	git archive -9 --format=tar.gz --prefix=$(DIST)/ -o $(DIST).tar.gz HEAD

deb:
	test/debian

release:
	release/run

help:
	@sed -n 's/^#   //p' Makefile test/*.mk

.PHONY: help demo bench script golden packages dist deb release
