/*
 * What Java calls of UCX. JavaCPP reads this file and nothing else, so it is written in primitive
 * types and says all there is to say. Text is UTF-8, ends with a zero byte, and is cut off where the
 * caller's memory ends. Handles and addresses are 64-bit integers; 0 is none.
 *
 * Functions answer with a status: 0 for done, OB1J_UCX_STARTED where an event will tell the end,
 * or a negative number, which ob1j_ucx_status_text explains.
 *
 * Who calls: everything that takes a worker, or an endpoint or memory of it, is for one thread at a
 * time; whose turn it is the caller decides, with a lock of his own if need be. Workers do not share
 * anything, so each may have its thread. No function calls up into Java.
 *
 * Events are records in the memory that the worker was opened with, little-endian, one behind the
 * other:
 *
 *     0  record length (4), head included, a multiple of 8 | kind (4)
 *     8  token (8)
 *    16  address (8)
 *    24  header length (4) | status (4)
 *    32  payload length (8)
 *    40  header, padded to 8 bytes
 *        payload, padded to 8 bytes, if the address is 0
 *
 * A short message has a record of its own:
 *
 *     0  record length (4) | kind (1) | message length (3)
 *     8  message, padded to 8 bytes
 *
 * ob1j_ucx_progress writes as many as there are and fit. They stay as they are until it is called
 * again, and so does the payload at an address. What comes meanwhile, or does not fit, is kept and
 * told by the next calls: nothing is dropped.
 */
#ifndef OB1J_UCX_H
#define OB1J_UCX_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Changes with anything below. Classes and library are in two jars, which may not belong together. */
#define OB1J_INTERFACE_VERSION 10

/* The OB1J_INTERFACE_VERSION that the library was built with. */
int32_t ob1j_interface_version(void);

/* The address of a buffer. */
int64_t ob1j_address_of(signed char *memory);

#define OB1J_UCX_STARTED 1

#define OB1J_UCX_EVENT_HEAD_BYTES 40

/* The least memory for events. */
#define OB1J_UCX_MIN_EVENT_BYTES 65536

#define OB1J_UCX_EVENT_SHORT_HEAD_BYTES 8
/* The message length of such a record begins at this bit of the word that the kind begins. */
#define OB1J_UCX_EVENT_SHORT_SHIFT 8

/* An active message with its payload; none has an address unless the payload is long. */
#define OB1J_UCX_EVENT_MESSAGE 1
/*
 * An active message whose payload waits at its sender for ob1j_ucx_receive or ob1j_ucx_discard, one
 * of which must be called with the address.
 */
#define OB1J_UCX_EVENT_ARRIVAL 2
/* An operation with this token has ended, with this status. */
#define OB1J_UCX_EVENT_ENDED 3
/* The endpoint that was connected with this token cannot be used any more, because of the status. */
#define OB1J_UCX_EVENT_BROKEN 4
/*
 * A tagged receive has ended: token, status; at the place of the address the message's tag; the
 * length of the message that was sent, with no payload here.
 */
#define OB1J_UCX_EVENT_TAG_RECEIVED 5
/* A tagged message that matched no receive: its tag is the token; its payload is here. */
#define OB1J_UCX_EVENT_TAG_UNMATCHED 6
/* An active message that was sent as one piece. */
#define OB1J_UCX_EVENT_SHORT 7

/*
 * A bit of ob1j_ucx_send_short: ends when the peer's worker knows this one, which takes its progress. UCX does without for the
 * shortest messages; all others wait for it.
 */
#define OB1J_UCX_CONNECT 1

/*
 * Opens libucp, by a name as the dynamic linker takes it; an empty one means libucp.so.0. The first
 * call of a process counts, others get its answer. Keeps UCX's signal handlers away unless the
 * environment says otherwise: they would take SIGSEGV from the JVM. Returns 0, or 1 and why UCX
 * cannot be used. For any thread.
 */
int32_t ob1j_ucx_load(signed char *library, signed char *reason, int32_t capacity_bytes);

/* The version of libucp, such as 1013001 for 1.13.1; 0 before it has been loaded. */
int32_t ob1j_ucx_version(void);

/* Writes what a status means. */
void ob1j_ucx_status_text(int32_t status, signed char *text, int32_t capacity_bytes);

/* A view of memory that is not Java's: as long as an ob1j_ucx_window, whatever is there. */
#define OB1J_UCX_WINDOW_BYTES 16777216
typedef struct {
  signed char bytes[16777216];
} ob1j_ucx_window;
ob1j_ucx_window *ob1j_ucx_window_at(int64_t address);

/*
 * Opens a worker. Transports and devices are values of UCX_TLS and UCX_NET_DEVICES, empty for what
 * the environment says. Events go to memory that stays until the worker is closed. Returns 0 and
 * writes a status and a reason if that fails.
 */
int64_t ob1j_ucx_open(signed char *transports, signed char *devices, signed char *events,
                      int64_t events_bytes, signed char *reason, int32_t capacity_bytes);

/*
 * Closes a worker, with what is left of it: endpoints, operations, events, memory. Where UCX cannot
 * break off what is under way the worker stays as it is for the rest of the process, STARTED.
 */
int32_t ob1j_ucx_close(int64_t worker);

/* Writes the worker's transports and their devices, such as "posix/memory tcp/eth0". */
void ob1j_ucx_transports(int64_t worker, signed char *text, int32_t capacity_bytes);

/* Writes the worker's address and returns its length; writes nothing if it is longer. */
int32_t ob1j_ucx_address(int64_t worker, signed char *address, int32_t capacity_bytes);

/* The longest header of ob1j_ucx_send, in bytes. */
int32_t ob1j_ucx_max_header(int64_t worker);

/* Says, in what ob1j_ucx_progress returns, that there are events which do not fit. */
#define OB1J_UCX_MORE 1

/*
 * Gets on with everything. Returns how many bytes of events there are, a multiple of 8, and
 * OB1J_UCX_MORE; or a negative status.
 */
int32_t ob1j_ucx_progress(int64_t worker);

/* How often events had to be kept for later because the memory for them was full. */
int64_t ob1j_ucx_spilled(int64_t worker);

/*
 * Gets ready for a sleep: from now on whatever comes rings, once, by writing a byte to a pipe of
 * this process, of which the descriptor is one end. Returns 0, or 1 if there is something to do, or
 * a negative status.
 */
int32_t ob1j_ucx_arm(int64_t worker, int32_t bell_descriptor, int64_t bell_inode);

/*
 * Makes an endpoint to the worker with an address. The token is told when it breaks, which UCX finds
 * out only if asked to (tells_failures), and then uses no shared memory. Returns 0 and a status if
 * there is no way.
 */
int64_t ob1j_ucx_connect(int64_t worker, signed char *address, int32_t tells_failures,
                         int64_t token, signed char *status_text, int32_t capacity_bytes);

/*
 * Closes an endpoint that tells failures, and forgets it. What is under way fails. An event with the
 * token tells the end, if STARTED. Others are closed with their worker: UCX would first flush them,
 * and complain on standard error if the peer has gone.
 */
int32_t ob1j_ucx_disconnect(int64_t endpoint, int64_t token);

/*
 * Sends an active message of one piece, not longer than a header may be; its memory belongs to it
 * until it has ended.
 */
int32_t ob1j_ucx_send_short(int64_t endpoint, int64_t message, int32_t message_bytes, int32_t flags,
                            int64_t token);

/* The same for a header and a payload; UCX decides when the payload moves. */
int32_t ob1j_ucx_send(int64_t endpoint, int64_t header, int32_t header_bytes, int64_t payload,
                      int64_t payload_bytes, int64_t token);

/* Has a payload that waits at its sender written to an address. */
int32_t ob1j_ucx_receive(int64_t worker, int64_t arrival, int64_t address, int64_t length_bytes,
                         int64_t token);

/* Drops a payload that waits at its sender. */
void ob1j_ucx_discard(int64_t worker, int64_t arrival);

/*
 * Makes memory usable by puts and gets of others. Returns 0 and a status if that cannot be.
 */
int64_t ob1j_ucx_map(int64_t worker, int64_t address, int64_t length_bytes);

/* Writes what others need to use memory and returns its length; writes nothing if it is longer. */
int32_t ob1j_ucx_pack_key(int64_t memory, signed char *key, int32_t capacity_bytes);

/* The reverse of ob1j_ucx_map. */
void ob1j_ucx_unmap(int64_t memory);

/* Makes a key usable by an endpoint; 0 if it cannot be. */
int64_t ob1j_ucx_unpack_key(int64_t endpoint, signed char *key);

void ob1j_ucx_forget_key(int64_t key);

/* Writes to a peer's memory. DONE means that the local memory is free again. */
int32_t ob1j_ucx_put(int64_t endpoint, int64_t address, int64_t length_bytes,
                     int64_t remote_address, int64_t key, int64_t token);

/* Reads from a peer's memory. */
int32_t ob1j_ucx_get(int64_t endpoint, int64_t address, int64_t length_bytes,
                     int64_t remote_address, int64_t key, int64_t token);

/* Ends when all that was put before has arrived. */
int32_t ob1j_ucx_flush(int64_t endpoint, int64_t token);

/* From now on tagged messages that match no receive are told, and do not stay with UCX. */
void ob1j_ucx_tag_listen(int64_t worker);

/*
 * Posts a receive of a message whose tag is this one in the bits of the mask; an event tells its
 * end. Returns what to cancel it by, or a negative status.
 */
int64_t ob1j_ucx_tag_post(int64_t worker, int64_t tag, int64_t mask, int64_t address,
                          int64_t length_bytes, int64_t token);

/*
 * Takes a receive back; an event tells whether it was not too late. Does nothing if the receive has
 * ended, though its event may not have been told.
 */
void ob1j_ucx_tag_cancel(int64_t worker, int64_t receive, int64_t token);

/* Sends a tagged message; its memory belongs to it until it has ended. */
int32_t ob1j_ucx_tag_send(int64_t endpoint, int64_t address, int64_t length_bytes, int64_t tag,
                          int64_t token);

#ifdef __cplusplus
}
#endif

#endif
