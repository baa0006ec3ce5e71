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
#define OB1J_INTERFACE_VERSION 10

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
 * Copies from another process's memory to an address of this one. A failure may come after a part
 * of the target has been written.
 */
int32_t ob1j_single_copy_read(int64_t process_id, int64_t address, int64_t target,
                              int64_t length_bytes);

/* The other way round: from an address of this process to another one's memory. */
int32_t ob1j_single_copy_write(int64_t process_id, int64_t address, int64_t source,
                               int64_t length_bytes);

/*
 * How many nanoseconds it takes to read so many bytes of another process's memory, tried with memory
 * of this one: the quickest of some attempts. Or an errno with a minus.
 */
int64_t ob1j_single_copy_nanos(int32_t length_bytes);

/*
 * Copies blocks of one length between memory of this process. A side's places are the address of an
 * int64_t for each block, which says how many bytes from that side's address it lies; or 0, and the
 * first block lies at the address and the others a step of bytes from one to the next. The caller
 * has made sure that all of it is memory, and that target and source do not overlap.
 */
void ob1j_copy_blocks(int64_t target, int64_t target_places, int64_t target_step, int64_t source,
                      int64_t source_places, int64_t source_step, int32_t blocks,
                      int32_t block_bytes);

/*
 * Copies memory of this process past the caches: what was there of the target goes out of them. The
 * target's address is a multiple of 64. Whatever is stored afterwards is seen by other cores after
 * what was copied.
 */
void ob1j_stream(int64_t target, int64_t source, int32_t length_bytes);

/* An array of Java's, of any primitive type. It is in the caller's hands until the function returns. */
typedef struct ob1j_array ob1j_array;

/* What ob1j_array_read returns when the peer has ended the stream; no errno is so great. */
#define OB1J_END_OF_STREAM (-65536)

/*
 * Makes a descriptor of its own for the socket of this process that is connected from and to these
 * addresses, of 16 bytes each, in network order, those of IPv4 mapped to IPv6. Returns it, or an errno
 * with a minus; ENOENT if there is none.
 */
int32_t ob1j_socket_open(signed char *local_address, int32_t local_port,
                         signed char *remote_address, int32_t remote_port);

int32_t ob1j_socket_close(int32_t descriptor);

/*
 * Writes pieces one behind the other. They are listed at the address "pieces", three int64_t each: 1
 * if it is of the array, else 0; how many bytes from the array's beginning it begins, else its
 * address; its length in bytes. At most OB1J_MAX_PIECES. The caller has made sure that all of them
 * are memory. Never waits: returns how many bytes the socket took, perhaps 0, or an errno with a
 * minus.
 */
int64_t ob1j_array_write(int32_t descriptor, int64_t pieces, int32_t count,
                         const ob1j_array *array);

/* Reads into pieces in the same way. Returns how many bytes there were, or OB1J_END_OF_STREAM. */
int64_t ob1j_array_read(int32_t descriptor, int64_t pieces, int32_t count, ob1j_array *array);

#define OB1J_MAX_PIECES 32

#ifdef __cplusplus
}
#endif

#endif
