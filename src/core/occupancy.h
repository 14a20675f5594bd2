/*
 * core/occupancy.h
 *		What the set bits of a bit array show: the number of values in it, its
 *		false positive rate, and whether it is full.
 */
#ifndef BLOOM_OCCUPANCY_H
#define BLOOM_OCCUPANCY_H

#include "core/geometry.h"

extern double bloom_occupancy_fpp(const BloomGeometry *geometry,
								  double values);
extern double bloom_occupancy_blocks_fpp(const BloomGeometry *geometry,
										 const uint16_t *line_bits,
										 size_t blocks);
extern double bloom_occupancy_cardinality(const BloomGeometry *geometry,
										  uint64_t bits_set);
extern uint64_t bloom_occupancy_full_bits(const BloomGeometry *geometry,
										  double error_rate);
extern double bloom_occupancy_classic_fpp(double bits_per_value, int probes);
extern double bloom_occupancy_split_fpp(double values);

#endif							/* BLOOM_OCCUPANCY_H */
