/* Tagged messages, which UCX matches with receives that have been posted. */
#include <stdlib.h>
#include <string.h>

#include "ob1j_ucx.h"
#include "ucx_library.h"
#include "ucx_worker.h"

/* Longer messages cannot be right, and are told without what is in them. */
enum { MAX_TOLD_BYTES = 32768 };

/* A message that has not matched and is not all here yet. */
struct ob1j_unmatched {
  struct ob1j_worker *worker;
  ucp_tag_t tag;
  size_t length;
  void *memory;
};

/* ---- receives */

static void matched(void *request, ucs_status_t status, const ucp_tag_recv_info_t *info,
                    void *argument) {
  struct ob1j_operation *operation = argument;
  struct ob1j_event event = {.kind = OB1J_UCX_EVENT_TAG_RECEIVED,
                             .token = operation->token,
                             .status = status,
                             .number = info->sender_tag,
                             .payload_bytes = info->length,
                             .owner = OB1J_PAYLOAD_COPIED};
  if (status == UCS_ERR_CANCELED) {
    event.number = 0;
    event.payload_bytes = 0;
  }
  ob1j_events_add(&operation->worker->events, &event);
  ob1j_operation_give(operation);
  ob1j_ucp.request_free(request);
}

int64_t ob1j_ucx_tag_post(int64_t handle, int64_t tag, int64_t mask, int64_t address,
                          int64_t length_bytes, int64_t token) {
  struct ob1j_worker *worker = ob1j_object(handle);
  if (worker->unmatched != NULL) {
    /* UCX might match it with a message behind the one that is on its way up. */
    return UCS_ERR_BUSY;
  }
  struct ob1j_operation *operation = ob1j_operation_take(worker, token);
  if (operation == NULL) {
    return UCS_ERR_NO_MEMORY;
  }
  uint64_t life = operation->lives;
  ucp_request_param_t parameters = {
      .op_attr_mask = UCP_OP_ATTR_FIELD_CALLBACK | UCP_OP_ATTR_FIELD_USER_DATA |
                      UCP_OP_ATTR_FIELD_MEMORY_TYPE | UCP_OP_ATTR_FLAG_NO_IMM_CMPL,
      .memory_type = UCS_MEMORY_TYPE_HOST,
      .cb.recv = matched,
      .user_data = operation};
  ucs_status_ptr_t request =
      ob1j_ucp.tag_recv_nbx(worker->worker, ob1j_object(address), (size_t)length_bytes,
                            (ucp_tag_t)tag, (ucp_tag_t)mask, &parameters);
  if (!UCS_PTR_IS_PTR(request)) {
    return ob1j_operation_begun(operation, request);
  }
  if (operation->lives == life) {
    /* UCX may have called back already. */
    operation->request = request;
  }
  return ob1j_handle(operation);
}

void ob1j_ucx_tag_cancel(int64_t handle, int64_t receive, int64_t token) {
  struct ob1j_worker *worker = ob1j_object(handle);
  /* Operations stay where they are as long as the worker; this one may be another's by now. */
  struct ob1j_operation *operation = ob1j_object(receive);
  if (operation->request != NULL && operation->token == token) {
    ob1j_ucp.request_cancel(worker->worker, operation->request);
  }
}

/* ---- what matches nothing */

void ob1j_ucx_tag_listen(int64_t handle) {
  struct ob1j_worker *worker = ob1j_object(handle);
  worker->drains_tags = 1;
}

static void tell(struct ob1j_unmatched *message, ucs_status_t status) {
  struct ob1j_event event = {.kind = OB1J_UCX_EVENT_TAG_UNMATCHED,
                             .number = 0,
                             .token = (int64_t)message->tag,
                             .payload = message->length == 0 ? NULL : message->memory,
                             .payload_bytes = message->length,
                             .owner = OB1J_PAYLOAD_COPIED};
  if (message->length > MAX_TOLD_BYTES) {
    event.payload = NULL;
  }
  if (status == UCS_OK || status == UCS_ERR_MESSAGE_TRUNCATED) {
    ob1j_events_add(&message->worker->events, &event);
  }
  free(message->memory);
  free(message);
}

static void unmatched_is_here(void *request, ucs_status_t status, const ucp_tag_recv_info_t *info,
                              void *argument) {
  (void)info;
  struct ob1j_unmatched *message = argument;
  struct ob1j_worker *worker = message->worker;
  worker->unmatched = NULL;
  worker->under_way--;
  tell(message, status);
  ob1j_ucp.request_free(request);
}

/* Receives a message that has been found; returns whether the next may be looked for. */
static int take(struct ob1j_worker *worker, ucp_tag_message_h found,
                const ucp_tag_recv_info_t *info) {
  struct ob1j_unmatched *message = malloc(sizeof *message);
  size_t room = info->length > MAX_TOLD_BYTES ? 0 : info->length;
  void *memory = message == NULL ? NULL : malloc(room + 1);
  if (memory == NULL) {
    free(message);
    worker->events.out_of_memory = 1;
    return 0;
  }
  *message = (struct ob1j_unmatched){worker, info->sender_tag, info->length, memory};
  ucp_request_param_t parameters = {
      .op_attr_mask = UCP_OP_ATTR_FIELD_CALLBACK | UCP_OP_ATTR_FIELD_USER_DATA |
                      UCP_OP_ATTR_FIELD_MEMORY_TYPE,
      .memory_type = UCS_MEMORY_TYPE_HOST,
      .cb.recv = unmatched_is_here,
      .user_data = message};
  /* UCX may call back before it returns. */
  worker->unmatched = message;
  worker->under_way++;
  ucs_status_ptr_t request = ob1j_ucp.tag_msg_recv_nbx(worker->worker, memory, room, found,
                                                       &parameters);
  if (!UCS_PTR_IS_PTR(request)) {
    worker->unmatched = NULL;
    worker->under_way--;
    tell(message, UCS_PTR_RAW_STATUS(request));
  }
  /* While it is not here the next would overtake it. */
  return worker->unmatched == NULL;
}

void ob1j_tags_drain(struct ob1j_worker *worker) {
  while (worker->unmatched == NULL) {
    ucp_tag_recv_info_t info;
    ucp_tag_message_h found = ob1j_ucp.tag_probe_nb(worker->worker, 0, 0, 1, &info);
    if (found == NULL || !take(worker, found, &info)) {
      return;
    }
  }
}

/* ---- sending */

int32_t ob1j_ucx_tag_send(int64_t handle, int64_t address, int64_t length_bytes, int64_t tag,
                          int64_t token) {
  struct ob1j_endpoint *endpoint = ob1j_object(handle);
  struct ob1j_operation *operation = ob1j_operation_take(endpoint->worker, token);
  if (operation == NULL) {
    return UCS_ERR_NO_MEMORY;
  }
  ucp_request_param_t parameters = {
      .op_attr_mask = UCP_OP_ATTR_FIELD_CALLBACK | UCP_OP_ATTR_FIELD_USER_DATA |
                      UCP_OP_ATTR_FIELD_MEMORY_TYPE,
      .memory_type = UCS_MEMORY_TYPE_HOST,
      .cb.send = ob1j_operation_sent,
      .user_data = operation};
  return ob1j_operation_begun(operation,
                              ob1j_ucp.tag_send_nbx(endpoint->ep, ob1j_object(address),
                                                    (size_t)length_bytes, (ucp_tag_t)tag,
                                                    &parameters));
}
