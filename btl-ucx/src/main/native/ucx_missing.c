/* In place of all that uses UCX, where its headers are missing. */
#include <stdio.h>

#include "ob1j_ucx.h"

/* UCS_ERR_UNSUPPORTED. Nothing below is called by those who have seen what ob1j_ucx_load says. */
enum { UNSUPPORTED = -22 };

int32_t ob1j_interface_version(void) {
  return OB1J_INTERFACE_VERSION;
}

int64_t ob1j_address_of(signed char *memory) {
  return (int64_t)(intptr_t)memory;
}

int32_t ob1j_ucx_load(signed char *library, signed char *reason, int32_t capacity_bytes) {
  (void)library;
  if (capacity_bytes > 0) {
    snprintf((char *)reason, (size_t)capacity_bytes,
             "the native library was built without UCX's headers (Debian: libucx-dev)");
  }
  return 1;
}

int32_t ob1j_ucx_version(void) {
  return 0;
}

void ob1j_ucx_status_text(int32_t status, signed char *text, int32_t capacity_bytes) {
  if (capacity_bytes > 0) {
    snprintf((char *)text, (size_t)capacity_bytes, "status %d", status);
  }
}

ob1j_ucx_window *ob1j_ucx_window_at(int64_t address) {
  return (ob1j_ucx_window *)(intptr_t)address;
}

int64_t ob1j_ucx_open(signed char *transports, signed char *devices, signed char *events,
                      int64_t events_bytes, signed char *reason, int32_t capacity_bytes) {
  (void)transports, (void)devices, (void)events, (void)events_bytes;
  ob1j_ucx_load(NULL, reason, capacity_bytes);
  return 0;
}

int32_t ob1j_ucx_close(int64_t worker) {
  (void)worker;
  return UNSUPPORTED;
}

void ob1j_ucx_transports(int64_t worker, signed char *text, int32_t capacity_bytes) {
  (void)worker;
  if (capacity_bytes > 0) {
    text[0] = 0;
  }
}

int32_t ob1j_ucx_address(int64_t worker, signed char *address, int32_t capacity_bytes) {
  (void)worker, (void)address, (void)capacity_bytes;
  return UNSUPPORTED;
}

int32_t ob1j_ucx_max_header(int64_t worker) {
  (void)worker;
  return 0;
}

int32_t ob1j_ucx_progress(int64_t worker) {
  (void)worker;
  return UNSUPPORTED;
}

int64_t ob1j_ucx_spilled(int64_t worker) {
  (void)worker;
  return 0;
}

int32_t ob1j_ucx_arm(int64_t worker, int32_t bell_descriptor, int64_t bell_inode) {
  (void)worker, (void)bell_descriptor, (void)bell_inode;
  return UNSUPPORTED;
}

int64_t ob1j_ucx_connect(int64_t worker, signed char *address, int32_t tells_failures,
                         int64_t token, signed char *status_text, int32_t capacity_bytes) {
  (void)worker, (void)address, (void)tells_failures, (void)token;
  ob1j_ucx_status_text(UNSUPPORTED, status_text, capacity_bytes);
  return 0;
}

int32_t ob1j_ucx_disconnect(int64_t endpoint, int64_t token) {
  (void)endpoint, (void)token;
  return UNSUPPORTED;
}

int32_t ob1j_ucx_send_short(int64_t endpoint, int64_t message, int32_t message_bytes, int32_t flags,
                            int64_t token) {
  (void)endpoint, (void)message, (void)message_bytes, (void)flags, (void)token;
  return UNSUPPORTED;
}

int32_t ob1j_ucx_send(int64_t endpoint, int64_t header, int32_t header_bytes, int64_t payload,
                      int64_t payload_bytes, int64_t token) {
  (void)endpoint, (void)header, (void)header_bytes, (void)payload, (void)payload_bytes;
  (void)token;
  return UNSUPPORTED;
}

int32_t ob1j_ucx_receive(int64_t worker, int64_t arrival, int64_t address, int64_t length_bytes,
                         int64_t token) {
  (void)worker, (void)arrival, (void)address, (void)length_bytes, (void)token;
  return UNSUPPORTED;
}

void ob1j_ucx_discard(int64_t worker, int64_t arrival) {
  (void)worker, (void)arrival;
}

int64_t ob1j_ucx_map(int64_t worker, int64_t address, int64_t length_bytes) {
  (void)worker, (void)address, (void)length_bytes;
  return 0;
}

int32_t ob1j_ucx_pack_key(int64_t memory, signed char *key, int32_t capacity_bytes) {
  (void)memory, (void)key, (void)capacity_bytes;
  return UNSUPPORTED;
}

void ob1j_ucx_unmap(int64_t memory) {
  (void)memory;
}

int64_t ob1j_ucx_unpack_key(int64_t endpoint, signed char *key) {
  (void)endpoint, (void)key;
  return 0;
}

void ob1j_ucx_forget_key(int64_t key) {
  (void)key;
}

int32_t ob1j_ucx_put(int64_t endpoint, int64_t address, int64_t length_bytes,
                     int64_t remote_address, int64_t key, int64_t token) {
  (void)endpoint, (void)address, (void)length_bytes, (void)remote_address, (void)key;
  (void)token;
  return UNSUPPORTED;
}

int32_t ob1j_ucx_get(int64_t endpoint, int64_t address, int64_t length_bytes,
                     int64_t remote_address, int64_t key, int64_t token) {
  (void)endpoint, (void)address, (void)length_bytes, (void)remote_address, (void)key;
  (void)token;
  return UNSUPPORTED;
}

int32_t ob1j_ucx_flush(int64_t endpoint, int64_t token) {
  (void)endpoint, (void)token;
  return UNSUPPORTED;
}

void ob1j_ucx_tag_listen(int64_t worker) {
  (void)worker;
}

int64_t ob1j_ucx_tag_post(int64_t worker, int64_t tag, int64_t mask, int64_t address,
                          int64_t length_bytes, int64_t token) {
  (void)worker, (void)tag, (void)mask, (void)address, (void)length_bytes, (void)token;
  return UNSUPPORTED;
}

void ob1j_ucx_tag_cancel(int64_t worker, int64_t receive, int64_t token) {
  (void)worker, (void)receive, (void)token;
}

int32_t ob1j_ucx_tag_send(int64_t endpoint, int64_t address, int64_t length_bytes, int64_t tag,
                          int64_t token) {
  (void)endpoint, (void)address, (void)length_bytes, (void)tag, (void)token;
  return UNSUPPORTED;
}
