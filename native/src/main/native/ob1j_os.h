/*
 * What Java has done by native code: reading and writing another process's memory, copying blocks,
 * moving arrays through sockets. jni.c has Java call it.
 *
 * Functions that can fail return 0 or an errno. Every function may be called by any thread.
 */
#ifndef OB1J_OS_H
#define OB1J_OS_H

#include <stddef.h>
#include <stdint.h>

/*
 * Tries whether processes of the same user can read each other's memory here. Returns 0 if they can;
 * else 1, and writes why not.
 *
 * peers_may_read: where the kernel wants to be told, lets every process of the user read this one.
 */
int ob1j_single_copy_probe(int peers_may_read, char *reason, size_t capacity_bytes);

/*
 * Whether the Yama security module lets peers read this process, which they are siblings of; the
 * file is /proc/sys/kernel/yama/ptrace_scope, which is not there without Yama. Returns 0, or 1 and
 * why not.
 */
int ob1j_check_yama(const char *scope_file, int peers_may_read, char *reason,
                    size_t capacity_bytes);

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

/* What ob1j_array_read returns when the peer has ended the stream; no errno is so great. */
#define OB1J_END_OF_STREAM (-65536)

/*
 * Makes a descriptor of its own for the socket of this process that is connected from and to these
 * addresses, of 16 bytes each, in network order, those of IPv4 mapped to IPv6. Returns it, or an errno
 * with a minus; ENOENT if there is none.
 */
int32_t ob1j_socket_open(const signed char *local_address, int32_t local_port,
                         const signed char *remote_address, int32_t remote_port);

int32_t ob1j_socket_close(int32_t descriptor);

/*
 * Writes pieces one behind the other. They are listed at the address "pieces", three int64_t each: 1
 * if it is of the array, else 0; how many bytes from the array's beginning it begins, else its
 * address; its length in bytes. At most OB1J_MAX_PIECES. The caller has made sure that all of them
 * are memory. Never waits: returns how many bytes the socket took, perhaps 0, or an errno with a
 * minus.
 */
int64_t ob1j_array_write(int32_t descriptor, int64_t pieces, int32_t count, const void *array);

/* Reads into pieces in the same way. Returns how many bytes there were, or OB1J_END_OF_STREAM. */
int64_t ob1j_array_read(int32_t descriptor, int64_t pieces, int32_t count, void *array);

#define OB1J_MAX_PIECES 32

#endif
