/* The functions of libucp, found at run time. */
#ifndef OB1J_UCX_LIBRARY_H
#define OB1J_UCX_LIBRARY_H

#include <stddef.h>
#include <ucp/api/ucp.h>

/* The oldest version that has all that is used here. */
enum { OB1J_UCX_MAJOR = 1, OB1J_UCX_MINOR = 12 };

/* Those that are used, by their names without ucp_ or ucs_. */
#define OB1J_UCP_FUNCTIONS(F)                                                                  \
  F(get_version) F(init_version) F(config_read) F(config_modify) F(config_release) F(cleanup)  \
  F(context_print_info) F(worker_create) F(worker_destroy) F(worker_query)                     \
  F(worker_release_address) F(worker_progress) F(worker_get_efd) F(worker_arm)                 \
  F(worker_set_am_recv_handler) F(ep_create) F(ep_close_nbx) F(ep_flush_nbx) F(am_send_nbx)    \
  F(am_recv_data_nbx) F(am_data_release) F(request_free) F(request_cancel) F(mem_map)          \
  F(mem_unmap) F(rkey_pack) F(rkey_buffer_release) F(ep_rkey_unpack) F(rkey_destroy)           \
  F(put_nbx) F(get_nbx) F(tag_send_nbx) F(tag_recv_nbx) F(tag_probe_nb)   \
  F(tag_msg_recv_nbx)

struct ob1j_ucp {
#define OB1J_MEMBER(name) __typeof__(&ucp_##name) name;
  OB1J_UCP_FUNCTIONS(OB1J_MEMBER)
#undef OB1J_MEMBER
  __typeof__(&ucs_status_string) status_string;
  unsigned major;
  unsigned minor;
  unsigned release;
};

/* Valid once ob1j_ucx_load has returned 0. */
extern struct ob1j_ucp ob1j_ucp;

/* Whether a version will do; if not, writes why. */
int ob1j_ucx_check_version(unsigned major, unsigned minor, unsigned release, char *reason,
                           size_t capacity_bytes);

#endif
