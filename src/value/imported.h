/*
 * value/imported.h
 *		The names of formats and keys of imported filters, as SQL has them.
 */
#ifndef BLOOM_IMPORTED_H
#define BLOOM_IMPORTED_H

#include "value/valuecompat.h"

#include "codec/codecs.h"

extern BloomFormat bloom_imported_format(text *format);
extern BloomKeys bloom_imported_keys(BloomFormat format, text *keys);

#endif							/* BLOOM_IMPORTED_H */
