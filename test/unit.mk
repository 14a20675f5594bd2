# Unit tests of plain C, which need no PostgreSQL:
#   make unit      runs the unit tests; make unit-core/bits runs one of them

# The longest come first, to keep two processors busy
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
	core/stream \
	core/counters \
	core/golden \
	codec/files \
	codec/sha \
	codec/wrong
ifeq ($(wildcard test/imported/keys),)
UNIT_TESTS := $(filter-out codec/files codec/hostile codec/wrong,$(UNIT_TESTS))
endif

TEST_HEADERS = $(wildcard test/unit/*.h test/unit/*/*.h test/fuzz/*.h clients/c/*.h)

# Programs and their objects go to build/
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

unit: $(UNIT_TESTS:%=unit-%)

$(UNIT_TESTS:%=unit-%): unit-%: build/unit/%
	@$<

.PHONY: unit $(UNIT_TESTS:%=unit-%)
