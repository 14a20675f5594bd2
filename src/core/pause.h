/*
 * core/pause.h
 *		A function that long operations call, so that they can be cancelled.
 */
#ifndef BLOOM_PAUSE_H
#define BLOOM_PAUSE_H

/*
 * Called after every few megabytes of work, unless the pointer is NULL.  It
 * need not return: the caller holds nothing that has to be released.
 */
typedef void (*BloomPause) (void);

#endif							/* BLOOM_PAUSE_H */
