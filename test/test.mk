# Tests.  Scripts in test/ do the work:
#   make quick     builds what changed since the last commit, and runs the tests of
#                  it, in two minutes at most.  REGRESS=where adds a regression test
#   make check     builds, and runs the unit tests and nearly all regression tests;
#                  takes a minute
#   make test      installs what is missing, and tests what a machine can break;
#                  takes four minutes.  ALL=yes runs all tests, in ten
#   make regress   runs the regression tests on a temporary server
#   make model     checks a model of how shared sets claim values; needs spin,
#                  takes a minute
#   make mutate    removes each guard of shared sets from the code, and reports
#                  those that no test notices; takes half an hour
#   make indent    shows what PostgreSQL's indenter would change; needs pg_bsd_indent
#   make live      exchanges filters with Redis, Guava, Spark and pybloom-live
#   make clients   runs clients/examples/ with 15 drivers of 8 languages, and
#                  installs those that are missing
#   make bindings  builds and tests the Python and JavaScript packages of clients/
#   make cluster   tests doc/servers.md on several servers, and with Citus if
#                  it is there
#   make matrix    runs all tests on PostgreSQL 13, 15, 17, 18 and 19, and on 32 bits,
#                  in chroots
#   make neighbours  runs PostgreSQL's own tests with bloomext preloaded, and ours
#                  with other extensions, in a chroot
#   make compilers builds with gcc 12 to 15 and clang 14 to 21, in chroots
#   make fresh     runs demo and test on new Debian machines of all kinds, in chroots
#   make qemu      runs the unit tests for other processors
#   make coverage  shows the lines that no test reaches

regress:
	+@test/with-server test/on-server --regress

# PGXS has a recipe for check, which prints that it is not supported
check: fast
check: private SHELL = true

fast:
	+@test/ready $(MAKE) -s checks

# Keeps two processors busy: the unit tests run during the regression tests.
# PLAIN=no leaves the longest to make test
checks:
	@test/check-script
	@test/check-style
	@test/check-pages
	@test/check-hints
	@bench/figures
	@test/check-versions
	@test/check-model
	@test/compile
	@test/check-includes
	@echo "Compiling the unit tests"
	@$(MAKE) -s -j2 $(UNIT_PROGRAMS)
	@$(MAKE) -k -s -j2 -Otarget regress unit PLAIN=no

quick:
	@test/quick

test:
	@test/ready test/all

indent:
	test/check-indent

model:
	@test/check-model
	@test/model/run

mutate:
	@test/ready test/mutate/run

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

.PHONY: check fast checks quick test regress model mutate indent live clients bindings cluster matrix \
	neighbours compilers fresh qemu coverage
