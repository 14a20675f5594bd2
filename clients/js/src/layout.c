/*
 * clients/js/src/layout.c
 *		Verifies the offsets at which filter.js reads structs of the library.
 */
#include <stddef.h>

#include "bloomext.h"

#define AT(type, field, place) \
	_Static_assert(offsetof(type, field) == (place), #field)

AT(bloomext_error, status, 0);
AT(bloomext_error, message, 4);
AT(bloomext_error, detail, 164);
AT(bloomext_error, hint, 932);
_Static_assert(sizeof(bloomext_error) == 1444, "error");

AT(bloomext_overlap, union_cardinality, 0);
AT(bloomext_overlap, intersection_cardinality, 8);
AT(bloomext_overlap, jaccard, 16);

AT(bloomext_info, representation, 0);
AT(bloomext_info, format, 4);
AT(bloomext_info, class_, 8);
AT(bloomext_info, growth, 12);
AT(bloomext_info, elastic, 16);
AT(bloomext_info, counting, 17);
AT(bloomext_info, over_capacity, 19);
AT(bloomext_info, saturated, 20);
AT(bloomext_info, capacity, 24);
AT(bloomext_info, error_rate, 32);
AT(bloomext_info, seed, 40);
AT(bloomext_info, size, 48);
AT(bloomext_info, layers, 52);
AT(bloomext_info, probes, 56);
AT(bloomext_info, cache_lines, 60);
AT(bloomext_info, block_lines, 64);
AT(bloomext_info, bits, 72);
AT(bloomext_info, bits_set, 80);
AT(bloomext_info, cardinality, 88);
AT(bloomext_info, fpp, 96);
_Static_assert(sizeof(bloomext_info) <= 1444, "info");
