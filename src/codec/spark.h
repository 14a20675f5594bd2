/*
 * codec/spark.h
 *		Files of Spark's BloomFilter (org.apache.spark.util.sketch), as written
 *		by writeTo.
 *
 * An integer of any type is a key of eight bytes.  Functions that return a
 * text return NULL, or a sentence about the error.
 */
#ifndef BLOOM_SPARK_H
#define BLOOM_SPARK_H

#include "codec/imported.h"

/* variant: the version of the file; options: the seed, 0 in version 1 */
#define BLOOM_SPARK_V1		1	/* of Spark up to 4.0, read by later ones */
#define BLOOM_SPARK_V2		2	/* of Spark 4.1 and later */

/* Read and validate a file */
extern const char *bloom_spark_read(const uint8_t *data, size_t size,
									BloomImportedFile *file);

/* Make a new filter, as BloomFilter.create does */
extern const char *bloom_spark_new(uint64_t capacity, double error_rate,
								   int version, BloomImportedFile *file);

extern const BloomCodec bloom_spark_codec;

#endif							/* BLOOM_SPARK_H */
