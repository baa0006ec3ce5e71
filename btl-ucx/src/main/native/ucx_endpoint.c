#include <stdio.h>
#include <stdlib.h>

#include "ob1j_ucx.h"
#include "ucx_library.h"
#include "ucx_worker.h"

/* Called by UCX when an endpoint cannot be used any more. */
static void broke(void *argument, ucp_ep_h ep, ucs_status_t status) {
  (void)ep;
  struct ob1j_endpoint *endpoint = argument;
  struct ob1j_event event = {
      .kind = OB1J_UCX_EVENT_BROKEN, .token = endpoint->token, .status = status};
  ob1j_events_add(&endpoint->worker->events, &event);
}

int64_t ob1j_ucx_connect(int64_t handle, signed char *address, int32_t tells_failures,
                         int64_t token, signed char *status_text, int32_t capacity_bytes) {
  struct ob1j_worker *worker = ob1j_object(handle);
  struct ob1j_endpoint *endpoint = calloc(1, sizeof *endpoint);
  ucs_status_t status = UCS_ERR_NO_MEMORY;
  if (endpoint != NULL) {
    endpoint->worker = worker;
    endpoint->token = token;
    endpoint->tells_failures = tells_failures;
    ucp_ep_params_t parameters = {
        .field_mask = UCP_EP_PARAM_FIELD_REMOTE_ADDRESS | UCP_EP_PARAM_FIELD_ERR_HANDLING_MODE |
                      UCP_EP_PARAM_FIELD_ERR_HANDLER,
        .address = (const ucp_address_t *)address,
        .err_mode = tells_failures ? UCP_ERR_HANDLING_MODE_PEER : UCP_ERR_HANDLING_MODE_NONE,
        .err_handler = {.cb = broke, .arg = endpoint}};
    status = ob1j_ucp.ep_create(worker->worker, &parameters, &endpoint->ep);
  }
  if (status != UCS_OK) {
    free(endpoint);
    ob1j_ucx_status_text(status, status_text, capacity_bytes);
    return 0;
  }
  endpoint->next = worker->endpoints;
  endpoint->previous = &worker->endpoints;
  if (endpoint->next != NULL) {
    endpoint->next->previous = &endpoint->next;
  }
  worker->endpoints = endpoint;
  return ob1j_handle(endpoint);
}

static void forget(struct ob1j_endpoint *endpoint) {
  *endpoint->previous = endpoint->next;
  if (endpoint->next != NULL) {
    endpoint->next->previous = endpoint->previous;
  }
  free(endpoint);
}

void ob1j_endpoints_free(struct ob1j_worker *worker) {
  while (worker->endpoints != NULL) {
    forget(worker->endpoints);
  }
}

int32_t ob1j_ucx_disconnect(int64_t handle, int64_t token) {
  struct ob1j_endpoint *endpoint = ob1j_object(handle);
  struct ob1j_worker *worker = endpoint->worker;
  struct ob1j_operation *operation = ob1j_operation_take(worker, token);
  if (operation == NULL) {
    return UCS_ERR_NO_MEMORY;
  }
  ucp_request_param_t parameters = {
      .op_attr_mask = UCP_OP_ATTR_FIELD_CALLBACK | UCP_OP_ATTR_FIELD_USER_DATA |
                      UCP_OP_ATTR_FIELD_FLAGS,
      .flags = UCP_EP_CLOSE_FLAG_FORCE,
      .cb.send = ob1j_operation_sent,
      .user_data = operation};
  ucp_ep_h ep = endpoint->ep;
  /* It may break until it is closed, so it is freed with the worker, who knows of it. */
  endpoint->ep = NULL;
  return ob1j_operation_begun(operation, ob1j_ucp.ep_close_nbx(ep, &parameters));
}

void ob1j_endpoints_break(struct ob1j_worker *worker) {
  for (struct ob1j_endpoint *next = worker->endpoints; next != NULL; next = next->next) {
    if (next->ep != NULL && next->tells_failures) {
      ob1j_ucx_disconnect(ob1j_handle(next), 0);
    }
  }
}

int32_t ob1j_ucx_flush(int64_t handle, int64_t token) {
  struct ob1j_endpoint *endpoint = ob1j_object(handle);
  struct ob1j_operation *operation = ob1j_operation_take(endpoint->worker, token);
  if (operation == NULL) {
    return UCS_ERR_NO_MEMORY;
  }
  ucp_request_param_t parameters = {
      .op_attr_mask = UCP_OP_ATTR_FIELD_CALLBACK | UCP_OP_ATTR_FIELD_USER_DATA,
      .cb.send = ob1j_operation_sent,
      .user_data = operation};
  return ob1j_operation_begun(operation, ob1j_ucp.ep_flush_nbx(endpoint->ep, &parameters));
}
