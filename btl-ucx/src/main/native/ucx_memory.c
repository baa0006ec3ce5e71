#include <stdlib.h>
#include <string.h>

#include "ob1j_ucx.h"
#include "ucx_library.h"
#include "ucx_worker.h"

/* Memory that has been mapped. */
struct ob1j_memory {
  struct ob1j_worker *worker;
  ucp_mem_h memory;
  struct ob1j_memory *next;
  struct ob1j_memory **previous;
};

ob1j_ucx_window *ob1j_ucx_window_at(int64_t address) {
  return ob1j_object(address);
}

int64_t ob1j_ucx_map(int64_t handle, int64_t address, int64_t length_bytes) {
  struct ob1j_worker *worker = ob1j_object(handle);
  struct ob1j_memory *memory = calloc(1, sizeof *memory);
  if (memory == NULL) {
    return 0;
  }
  ucp_mem_map_params_t parameters = {
      .field_mask = UCP_MEM_MAP_PARAM_FIELD_ADDRESS | UCP_MEM_MAP_PARAM_FIELD_LENGTH |
                    UCP_MEM_MAP_PARAM_FIELD_MEMORY_TYPE,
      .address = ob1j_object(address),
      .length = (size_t)length_bytes,
      .memory_type = UCS_MEMORY_TYPE_HOST};
  if (ob1j_ucp.mem_map(worker->context, &parameters, &memory->memory) != UCS_OK) {
    free(memory);
    return 0;
  }
  memory->worker = worker;
  memory->next = worker->memories;
  memory->previous = &worker->memories;
  if (memory->next != NULL) {
    memory->next->previous = &memory->next;
  }
  worker->memories = memory;
  return ob1j_handle(memory);
}

int32_t ob1j_ucx_pack_key(int64_t handle, signed char *key, int32_t capacity_bytes) {
  struct ob1j_memory *memory = ob1j_object(handle);
  void *packed;
  size_t length;
  ucs_status_t status =
      ob1j_ucp.rkey_pack(memory->worker->context, memory->memory, &packed, &length);
  if (status != UCS_OK) {
    return status;
  }
  if (length <= (size_t)capacity_bytes) {
    memcpy(key, packed, length);
  }
  ob1j_ucp.rkey_buffer_release(packed);
  return (int32_t)length;
}

void ob1j_ucx_unmap(int64_t handle) {
  struct ob1j_memory *memory = ob1j_object(handle);
  ob1j_ucp.mem_unmap(memory->worker->context, memory->memory);
  *memory->previous = memory->next;
  if (memory->next != NULL) {
    memory->next->previous = memory->previous;
  }
  free(memory);
}

void ob1j_memories_free(struct ob1j_worker *worker) {
  while (worker->memories != NULL) {
    ob1j_ucx_unmap(ob1j_handle(worker->memories));
  }
}

int64_t ob1j_ucx_unpack_key(int64_t handle, signed char *key) {
  struct ob1j_endpoint *endpoint = ob1j_object(handle);
  ucp_rkey_h unpacked;
  return ob1j_ucp.ep_rkey_unpack(endpoint->ep, key, &unpacked) == UCS_OK ? ob1j_handle(unpacked)
                                                                        : 0;
}

void ob1j_ucx_forget_key(int64_t key) {
  ob1j_ucp.rkey_destroy(ob1j_object(key));
}

static ucp_request_param_t parameters_of(struct ob1j_operation *operation) {
  return (ucp_request_param_t){
      .op_attr_mask = UCP_OP_ATTR_FIELD_CALLBACK | UCP_OP_ATTR_FIELD_USER_DATA |
                      UCP_OP_ATTR_FIELD_MEMORY_TYPE,
      .memory_type = UCS_MEMORY_TYPE_HOST,
      .cb.send = ob1j_operation_sent,
      .user_data = operation};
}

int32_t ob1j_ucx_put(int64_t handle, int64_t address, int64_t length_bytes,
                     int64_t remote_address, int64_t key, int64_t token) {
  struct ob1j_endpoint *endpoint = ob1j_object(handle);
  struct ob1j_operation *operation = ob1j_operation_take(endpoint->worker, token);
  if (operation == NULL) {
    return UCS_ERR_NO_MEMORY;
  }
  ucp_request_param_t parameters = parameters_of(operation);
  return ob1j_operation_begun(
      operation, ob1j_ucp.put_nbx(endpoint->ep, ob1j_object(address), (size_t)length_bytes,
                                  (uint64_t)remote_address, ob1j_object(key), &parameters));
}

int32_t ob1j_ucx_get(int64_t handle, int64_t address, int64_t length_bytes,
                     int64_t remote_address, int64_t key, int64_t token) {
  struct ob1j_endpoint *endpoint = ob1j_object(handle);
  struct ob1j_operation *operation = ob1j_operation_take(endpoint->worker, token);
  if (operation == NULL) {
    return UCS_ERR_NO_MEMORY;
  }
  ucp_request_param_t parameters = parameters_of(operation);
  return ob1j_operation_begun(
      operation, ob1j_ucp.get_nbx(endpoint->ep, ob1j_object(address), (size_t)length_bytes,
                                  (uint64_t)remote_address, ob1j_object(key), &parameters));
}
