# Hostile input:
#   make fuzz      runs each fuzzer for FUZZ_SECONDS; needs clang
#   make fuzz-short  tests a fixed number of inputs, and errors in the middle of
#                  operations
#   make fuzz-wasm gives a million damaged filters to the WebAssembly module, in
#                  four minutes; make bindings uses fewer

# codec needs files of other libraries, which archives do not have
FUZZ_TARGETS = value core $(if $(wildcard test/imported/keys),codec)
# Numbers of inputs of the built-in mutator, for about ten seconds each
FUZZ_codec ?= 60000
FUZZ_core ?= 20000
FUZZ_value ?= 3000
FUZZ_wasm = 1000000

# Per target, for libFuzzer; PGXS may have set CLANG
FUZZ_SECONDS = 60
CLANG ?= clang

# Code that the fuzzers run without a server.  The shim replaces the functions of the
# server that it calls.  Other functions are not linked, and calling one crashes
SHIMMED = $(wildcard src/value/*.c src/func/*.c) test/fuzz/server.c test/fuzz/shim.c
# libbloomext, whose answers are compared with those of SQL's functions
FUZZED_LIBRARY = $(filter-out clients/c/file.c,$(wildcard clients/c/*.c))
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

build/fuzz/value build/fuzz/faults: $(LIBRARY_OBJS)
build/fuzz/value build/fuzz/faults: build/fuzz/%: test/fuzz/%.c $(FUZZ_OBJS) $(SHIM_OBJS)
	@mkdir -p $(@D)
	$(CC) $(FUZZ_FLAGS) $(SHIM_CFLAGS) $(SHIM_LDFLAGS) -DFUZZ_MAIN -o $@ $^ $(PLAIN_LIBS)

# Only its output matters, so there are no sanitizers
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

fuzz-short: fuzz-faults $(FUZZ_TARGETS:%=fuzz-%)

fuzz-faults: build/fuzz/faults
	@$<

$(FUZZ_TARGETS:%=fuzz-%): fuzz-%: build/fuzz/%
	@$< $(FUZZ_$*)

# Compares the WebAssembly module of clients/js with the C library
fuzz-wasm: build/fuzz/wires
	@$(MAKE) -s -C clients/js
	@node test/fuzz/wasm.mjs $< $(FUZZ_wasm)

# Findings and the corpus remain in results/
fuzz: $(FUZZ_PROGRAMS) $(FUZZ_TARGETS:%=build/libfuzzer/%)
	@for target in $(FUZZ_TARGETS); do \
		corpus=results/corpus/$$target; \
		mkdir -p $$corpus && build/fuzz/$$target -w $$corpus && \
		build/libfuzzer/$$target -max_total_time=$(FUZZ_SECONDS) \
			-max_len=65536 -timeout=30 -rss_limit_mb=3000 \
			-artifact_prefix=results/$$target- $$corpus || exit 1; \
	done

.PHONY: fuzz fuzz-short fuzz-faults fuzz-wasm $(FUZZ_TARGETS:%=fuzz-%)
