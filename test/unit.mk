# Unit tests of plain C, which need no PostgreSQL:
#   make unit      runs the unit tests; make unit-core/bits runs one of them
#   make unit-changed  runs those that did not pass since a change

# The longest come first, to keep two processors busy
UNIT_TESTS = \
	filter/laws \
	core/rates \
	core/growing \
	codec/hostile \
	core/coded \
	core/hashes \
	core/bits \
	core/geometry \
	core/common \
	core/search \
	core/stream \
	core/counters \
	core/range \
	core/golden \
	codec/files \
	codec/sha \
	codec/wrong
ifeq ($(wildcard test/imported/keys),)
UNIT_TESTS := $(filter-out codec/files codec/hostile codec/wrong,$(UNIT_TESTS))
endif

TEST_HEADERS = $(wildcard test/unit/*.h test/unit/*/*.h test/fuzz/*.h clients/c/*.h)

# Programs and their objects go to build/
PLAIN_TEST = $(CC) -std=gnu11 -O2 -MMD -MP -Wall -Wextra -Werror $(PLAIN_CFLAGS) \
	-Isrc -Itest $(UNIT_CFLAGS)
TESTED_OBJS = $(PLAIN_OBJS:src/%=build/plain/%)
UNIT_PROGRAMS = $(UNIT_TESTS:%=build/unit/%)
UNIT_OBJS = $(UNIT_TESTS:%=build/unit/%.o)

$(call without_d,$(TESTED_OBJS) $(UNIT_OBJS)): $(ALL_HEADERS) $(TEST_HEADERS)
-include $(wildcard $(patsubst %.o,%.d,$(TESTED_OBJS) $(UNIT_OBJS)))

build/plain/%.o: src/%.c
	@mkdir -p $(@D)
	$(PLAIN_TEST) -c -o $@ $<

# Tests of core do not depend on the modules above it
CORE_OBJS = $(filter build/plain/core/%,$(TESTED_OBJS))

build/unit/%.o: test/unit/%.c
	@mkdir -p $(@D)
	$(PLAIN_TEST) -c -o $@ $<

build/unit/core/%: build/unit/core/%.o $(CORE_OBJS)
	$(PLAIN_TEST) -o $@ $^ $(PLAIN_LIBS)

build/unit/codec/%: build/unit/codec/%.o $(TESTED_OBJS)
	$(PLAIN_TEST) -o $@ $^ $(PLAIN_LIBS)

build/unit/filter/%: build/unit/filter/%.o $(TESTED_OBJS)
	$(PLAIN_TEST) -o $@ $^ $(PLAIN_LIBS)

.SECONDARY: $(UNIT_OBJS)

unit: $(UNIT_TESTS:%=unit-%)

$(UNIT_TESTS:%=unit-%): unit-%: build/unit/%
	@$<

unit-changed: $(UNIT_TESTS:%=build/passed/%) build/passed/clients

build/passed/%: build/unit/%
	@mkdir -p $(@D)
	@$< >$@.new || { cat $@.new; exit 1; }
	@tail -n 1 $@.new
	@mv $@.new $@

build/passed/clients: $(wildcard clients/c/*.[ch] clients/c/tool/*.[ch] clients/c/test/*)
	@mkdir -p $(@D)
	@$(MAKE) -s -C clients/c test
	@touch $@

.PHONY: unit unit-changed $(UNIT_TESTS:%=unit-%)
