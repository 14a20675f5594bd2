/*
 * codec/spark.h
 *		Spark's BloomFilter (org.apache.spark.util.sketch), as writeTo writes
 *		it.
 *
 * Its integers, of whatever type, are keys of eight bytes.
 */
#ifndef BLOOM_SPARK_H
#define BLOOM_SPARK_H

#include "codec/imported.h"

/* variant: the file's version; options: the seed, of version 2 only */
#define BLOOM_SPARK_V1		1	/* up to 4.0; later ones read it */
#define BLOOM_SPARK_V2		2	/* from 4.1 on */

/* Returns NULL or what is wrong */
extern const char *bloom_spark_read(const uint8_t *data, size_t size,
									BloomImportedFile *file);

/* A new filter as BloomFilter.create makes it.  NULL or what is wrong. */
extern const char *bloom_spark_new(uint64_t capacity, double error_rate,
								   int version, BloomImportedFile *file);

extern const BloomCodec bloom_spark_codec;

#endif							/* BLOOM_SPARK_H */
