#include "ucx_worker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ob1j_ucx.h"
#include "ucx_library.h"

/* The one active message of ob1j's. */
enum { MESSAGE_ID = 1 };

/* Java reads whole words. */
enum { ALIGNMENT = 8 };

/* A longer payload that UCX does not leave to us is copied to memory of its own. */
enum { MAX_COPIED_BYTES = OB1J_UCX_MIN_EVENT_BYTES / 4 };

static void explain(signed char *reason, int32_t capacity_bytes, const char *what,
                    ucs_status_t status) {
  if (capacity_bytes > 0) {
    snprintf((char *)reason, (size_t)capacity_bytes, "%s: %s", what,
             ob1j_ucp.status_string(status));
  }
}

/* ---- messages */

static ucs_status_t refuse(struct ob1j_worker *worker) {
  worker->events.out_of_memory = 1;
  return UCS_OK;
}

static ucs_status_t message_came(void *argument, const void *header, size_t header_bytes,
                                 void *data, size_t bytes, const ucp_am_recv_param_t *parameters) {
  struct ob1j_worker *worker = argument;
  if (worker->closing) {
    return UCS_OK;
  }
  int waits = (parameters->recv_attr & UCP_AM_RECV_ATTR_FLAG_RNDV) != 0;
  if (!waits && header_bytes == 0 && bytes <= MAX_COPIED_BYTES) {
    ob1j_events_add_short(&worker->events, data, bytes);
    return UCS_OK;
  }
  if (!waits && bytes == 0 && header_bytes <= MAX_COPIED_BYTES) {
    ob1j_events_add_short(&worker->events, header, header_bytes);
    return UCS_OK;
  }
  struct ob1j_event event = {.kind = OB1J_UCX_EVENT_MESSAGE,
                             .header = header,
                             .header_bytes = header_bytes,
                             .payload = bytes == 0 ? NULL : data,
                             .payload_bytes = bytes,
                             .owner = OB1J_PAYLOAD_COPIED};
  if (waits) {
    event.kind = OB1J_UCX_EVENT_ARRIVAL;
    event.payload = data;
    event.owner = OB1J_PAYLOAD_ARRIVAL;
  } else if (bytes != 0 && (parameters->recv_attr & UCP_AM_RECV_ATTR_FLAG_DATA) != 0 &&
             ((uintptr_t)data & (ALIGNMENT - 1)) == 0) {
    event.owner = OB1J_PAYLOAD_UCX;
  } else if (bytes > MAX_COPIED_BYTES) {
    void *copy = malloc(bytes);
    if (copy == NULL) {
      return refuse(worker);
    }
    memcpy(copy, data, bytes);
    event.payload = copy;
    event.owner = OB1J_PAYLOAD_HEAP;
  }
  if (ob1j_events_add(&worker->events, &event) != 0) {
    if (event.owner == OB1J_PAYLOAD_HEAP) {
      free((void *)(uintptr_t)event.payload);
    }
    return UCS_OK;
  }
  if (event.owner == OB1J_PAYLOAD_ARRIVAL) {
    worker->under_way++;
  }
  return event.owner == OB1J_PAYLOAD_UCX || event.owner == OB1J_PAYLOAD_ARRIVAL ? UCS_INPROGRESS
                                                                                : UCS_OK;
}

static void release_message(void *owner, enum ob1j_payload_owner kind, void *payload) {
  struct ob1j_worker *worker = owner;
  worker->under_way -= kind == OB1J_PAYLOAD_ARRIVAL;
  ob1j_ucp.am_data_release(worker->worker, payload);
}

/* ---- opening */

static ucs_status_t set(ucp_config_t *config, const char *name, const signed char *value) {
  return value == NULL || *value == 0 ? UCS_OK
                                      : ob1j_ucp.config_modify(config, name, (const char *)value);
}

static ucs_status_t open_context(struct ob1j_worker *worker, const signed char *transports,
                                 const signed char *devices) {
  ucp_config_t *config;
  ucs_status_t status = ob1j_ucp.config_read(NULL, NULL, &config);
  if (status != UCS_OK) {
    return status;
  }
  status = set(config, "TLS", transports);
  if (status == UCS_OK) {
    status = set(config, "NET_DEVICES", devices);
  }
  ucp_params_t parameters = {
      .field_mask = UCP_PARAM_FIELD_FEATURES,
      .features = UCP_FEATURE_AM | UCP_FEATURE_TAG | UCP_FEATURE_RMA | UCP_FEATURE_WAKEUP};
  if (status == UCS_OK) {
    /* Not ucp_init, which asks for the version of its header. */
    status = ob1j_ucp.init_version(OB1J_UCX_MAJOR, OB1J_UCX_MINOR, &parameters, config,
                                   &worker->context);
  }
  ob1j_ucp.config_release(config);
  return status;
}

static ucs_status_t open_worker(struct ob1j_worker *worker) {
  ucp_worker_params_t parameters = {
      .field_mask = UCP_WORKER_PARAM_FIELD_THREAD_MODE | UCP_WORKER_PARAM_FIELD_AM_ALIGNMENT,
      .thread_mode = UCS_THREAD_MODE_SERIALIZED,
      .am_alignment = ALIGNMENT};
  ucs_status_t status = ob1j_ucp.worker_create(worker->context, &parameters, &worker->worker);
  if (status != UCS_OK) {
    return status;
  }
  ucp_am_handler_param_t handler = {
      .field_mask = UCP_AM_HANDLER_PARAM_FIELD_ID | UCP_AM_HANDLER_PARAM_FIELD_FLAGS |
                    UCP_AM_HANDLER_PARAM_FIELD_CB | UCP_AM_HANDLER_PARAM_FIELD_ARG,
      .id = MESSAGE_ID,
      /* Some versions of UCX would tell of a message as often as it has fragments. */
      .flags = UCP_AM_FLAG_WHOLE_MSG,
      .cb = message_came,
      .arg = worker};
  status = ob1j_ucp.worker_set_am_recv_handler(worker->worker, &handler);
  if (status != UCS_OK) {
    return status;
  }
  ucp_worker_attr_t attributes = {.field_mask = UCP_WORKER_ATTR_FIELD_MAX_AM_HEADER};
  status = ob1j_ucp.worker_query(worker->worker, &attributes);
  worker->max_header = attributes.max_am_header;
  return status;
}

static void free_worker(struct ob1j_worker *worker) {
  if (worker->worker != NULL) {
    ob1j_ucp.worker_destroy(worker->worker);
  }
  if (worker->context != NULL) {
    ob1j_ucp.cleanup(worker->context);
  }
  free(worker);
}

int64_t ob1j_ucx_open(signed char *transports, signed char *devices, signed char *events,
                      int64_t events_bytes, signed char *reason, int32_t capacity_bytes) {
  if (events_bytes < OB1J_UCX_MIN_EVENT_BYTES) {
    explain(reason, capacity_bytes, "the memory for events", UCS_ERR_BUFFER_TOO_SMALL);
    return 0;
  }
  struct ob1j_worker *worker = calloc(1, sizeof *worker);
  if (worker == NULL) {
    explain(reason, capacity_bytes, "a worker", UCS_ERR_NO_MEMORY);
    return 0;
  }
  worker->events.memory = (unsigned char *)events;
  worker->events.capacity = (size_t)events_bytes;
  worker->events.release = release_message;
  worker->events.release_owner = worker;
  ucs_status_t status = open_context(worker, transports, devices);
  if (status != UCS_OK) {
    explain(reason, capacity_bytes, "ucp_init", status);
  } else if (!ob1j_carries_messages(worker->context)) {
    status = UCS_ERR_UNSUPPORTED;
    explain(reason, capacity_bytes, "none of UCX's transports carries messages", status);
  } else if ((status = open_worker(worker)) != UCS_OK) {
    explain(reason, capacity_bytes, "ucp_worker_create", status);
  }
  if (status != UCS_OK) {
    free_worker(worker);
    return 0;
  }
  return ob1j_handle(worker);
}

/* What is under way may still have to be polled for after it has been broken off. */
enum { POLLS_AFTER_BREAK = 1000 };

int32_t ob1j_ucx_close(int64_t handle) {
  struct ob1j_worker *worker = ob1j_object(handle);
  worker->closing = 1;
  ob1j_bell_free(worker);
  ob1j_events_drop(&worker->events);
  if (worker->under_way != 0) {
    ob1j_endpoints_break(worker);
    for (int i = 0; i < POLLS_AFTER_BREAK && worker->under_way != 0; i++) {
      ob1j_ucp.worker_progress(worker->worker);
    }
  }
  if (worker->under_way != 0) {
    /* UCX would end the process. */
    return OB1J_UCX_STARTED;
  }
  ob1j_memories_free(worker);
  /* UCX closes endpoints with their worker. */
  ob1j_ucp.worker_destroy(worker->worker);
  worker->worker = NULL;
  ob1j_events_free(&worker->events);
  ob1j_endpoints_free(worker);
  ob1j_operations_free(worker);
  free_worker(worker);
  return 0;
}

/* ---- about a worker */

int32_t ob1j_ucx_address(int64_t handle, signed char *address, int32_t capacity_bytes) {
  struct ob1j_worker *worker = ob1j_object(handle);
  ucp_worker_attr_t attributes = {.field_mask = UCP_WORKER_ATTR_FIELD_ADDRESS};
  ucs_status_t status = ob1j_ucp.worker_query(worker->worker, &attributes);
  if (status != UCS_OK) {
    return status;
  }
  if (attributes.address_length <= (size_t)capacity_bytes) {
    memcpy(address, attributes.address, attributes.address_length);
  }
  ob1j_ucp.worker_release_address(worker->worker, attributes.address);
  return (int32_t)attributes.address_length;
}

int32_t ob1j_ucx_max_header(int64_t handle) {
  struct ob1j_worker *worker = ob1j_object(handle);
  return (int32_t)worker->max_header;
}

int64_t ob1j_ucx_spilled(int64_t handle) {
  struct ob1j_worker *worker = ob1j_object(handle);
  return (int64_t)worker->events.spilled_count;
}

int32_t ob1j_ucx_progress(int64_t handle) {
  struct ob1j_worker *worker = ob1j_object(handle);
  if (ob1j_events_begin(&worker->events)) {
    ob1j_ucp.worker_progress(worker->worker);
    if (worker->drains_tags) {
      ob1j_tags_drain(worker);
    }
  }
  if (worker->events.out_of_memory) {
    return UCS_ERR_NO_MEMORY;
  }
  size_t bytes = ob1j_events_end(&worker->events);
  return (int32_t)(worker->events.first == NULL ? bytes : bytes | OB1J_UCX_MORE);
}

/* ---- sending and receiving */

static const ucp_request_param_t send_parameters = {
    .op_attr_mask = UCP_OP_ATTR_FIELD_CALLBACK | UCP_OP_ATTR_FIELD_USER_DATA |
                    UCP_OP_ATTR_FIELD_FLAGS | UCP_OP_ATTR_FIELD_MEMORY_TYPE,
    .memory_type = UCS_MEMORY_TYPE_HOST,
    .cb.send = ob1j_operation_sent};

int32_t ob1j_ucx_send(int64_t handle, int64_t header, int32_t header_bytes, int64_t payload,
                      int64_t payload_bytes, int64_t token) {
  struct ob1j_endpoint *endpoint = ob1j_object(handle);
  struct ob1j_operation *operation = ob1j_operation_take(endpoint->worker, token);
  if (operation == NULL) {
    return UCS_ERR_NO_MEMORY;
  }
  ucp_request_param_t parameters = send_parameters;
  parameters.user_data = operation;
  return ob1j_operation_begun(
      operation, ob1j_ucp.am_send_nbx(endpoint->ep, MESSAGE_ID, ob1j_object(header),
                                      (size_t)header_bytes, ob1j_object(payload),
                                      (size_t)payload_bytes, &parameters));
}

int32_t ob1j_ucx_send_short(int64_t handle, int64_t message, int32_t message_bytes, int32_t flags,
                            int64_t token) {
  struct ob1j_endpoint *endpoint = ob1j_object(handle);
  struct ob1j_operation *operation = ob1j_operation_take(endpoint->worker, token);
  if (operation == NULL) {
    return UCS_ERR_NO_MEMORY;
  }
  ucp_request_param_t parameters = send_parameters;
  parameters.flags = UCP_AM_SEND_FLAG_EAGER |
                     ((flags & OB1J_UCX_CONNECT) != 0 ? UCP_AM_SEND_FLAG_REPLY : 0);
  parameters.user_data = operation;
  /* UCX has a shorter path for data alone than for a header alone. */
  return ob1j_operation_begun(
      operation, ob1j_ucp.am_send_nbx(endpoint->ep, MESSAGE_ID, NULL, 0, ob1j_object(message),
                                      (size_t)message_bytes, &parameters));
}

static void received(void *request, ucs_status_t status, size_t length, void *operation) {
  (void)length;
  ob1j_operation_ended(operation, request, status);
}

int32_t ob1j_ucx_receive(int64_t handle, int64_t arrival, int64_t address, int64_t length_bytes,
                         int64_t token) {
  struct ob1j_worker *worker = ob1j_object(handle);
  struct ob1j_operation *operation = ob1j_operation_take(worker, token);
  if (operation == NULL) {
    ob1j_ucx_discard(handle, arrival);
    return UCS_ERR_NO_MEMORY;
  }
  ucp_request_param_t parameters = {
      .op_attr_mask = UCP_OP_ATTR_FIELD_CALLBACK | UCP_OP_ATTR_FIELD_USER_DATA |
                      UCP_OP_ATTR_FIELD_MEMORY_TYPE,
      .memory_type = UCS_MEMORY_TYPE_HOST,
      .cb.recv_am = received,
      .user_data = operation};
  worker->under_way--;
  return ob1j_operation_begun(
      operation, ob1j_ucp.am_recv_data_nbx(worker->worker, ob1j_object(arrival),
                                           ob1j_object(address), (size_t)length_bytes,
                                           &parameters));
}

void ob1j_ucx_discard(int64_t handle, int64_t arrival) {
  struct ob1j_worker *worker = ob1j_object(handle);
  worker->under_way--;
  ob1j_ucp.am_data_release(worker->worker, ob1j_object(arrival));
}
