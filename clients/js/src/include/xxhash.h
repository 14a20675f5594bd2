/*
 * clients/js/src/include/xxhash.h
 *		xxhash's own header, but for what makes each file that includes it have
 *		a copy of the hash: one is in xxhash.c.
 */
#ifndef XXH_OWN_COPY
#undef XXH_INLINE_ALL
#endif
#define XXH_STATIC_LINKING_ONLY
#include_next <xxhash.h>
