/*
 * What Java calls in ob1j's native library, beside ob1j_ucx.h. JavaCPP reads these files and nothing
 * else, so they are written in primitive types and say all there is to say.
 *
 * Functions that can fail return 0 or an errno. Text is UTF-8, ends with a zero byte, and is cut
 * off where the caller's memory ends. Every function may be called by any thread.
 */
#ifndef OB1J_NATIVE_H
#define OB1J_NATIVE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Changes with anything below and in ob1j_ucx.h. Classes and library are in two jars, which may not belong together. */
#define OB1J_INTERFACE_VERSION 5

/* The OB1J_INTERFACE_VERSION that the library was built with. */
int32_t ob1j_interface_version(void);

/* Writes what an errno means. */
void ob1j_error_text(int32_t error, signed char *text, int32_t capacity_bytes);

/*
 * Tries whether processes of the same user can read each other's memory here, and allows peers to
 * read this one's where the kernel wants to be told. Returns 0 if they can; else 1, and writes why
 * not.
 */
int32_t ob1j_single_copy_probe(signed char *reason, int32_t capacity_bytes);

/* The address of a buffer. */
int64_t ob1j_address_of(signed char *memory);

/*
 * Copies from another process's memory to target + target_offset. A failure may come after a part
 * of the target has been written.
 */
int32_t ob1j_single_copy_read(int64_t process_id, int64_t address, signed char *target,
                              int64_t target_offset, int64_t length_bytes);

/*
 * Copies blocks of one length between memory of this process. A side's places are the address of an
 * int64_t for each block, which says how many bytes from that side's address it lies; or 0, and the
 * first block lies at the address and the others a step of bytes from one to the next. The caller
 * has made sure that all of it is memory, and that target and source do not overlap.
 */
void ob1j_copy_blocks(int64_t target, int64_t target_places, int64_t target_step, int64_t source,
                      int64_t source_places, int64_t source_step, int32_t blocks,
                      int32_t block_bytes);

#ifdef __cplusplus
}
#endif

#endif
