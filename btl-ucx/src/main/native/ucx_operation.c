#include <stdlib.h>

#include "ob1j_ucx.h"
#include "ucx_library.h"
#include "ucx_worker.h"

enum { OPERATIONS_PER_BLOCK = 64 };

struct ob1j_operation_block {
  struct ob1j_operation_block *next;
  struct ob1j_operation operations[OPERATIONS_PER_BLOCK];
};

static void give(struct ob1j_operation *operation) {
  operation->request = NULL;
  operation->lives++;
  operation->next = operation->worker->free_operations;
  operation->worker->free_operations = operation;
}

void ob1j_operation_give(struct ob1j_operation *operation) {
  give(operation);
  operation->worker->under_way--;
}

static void make_more(struct ob1j_worker *worker) {
  struct ob1j_operation_block *block = malloc(sizeof *block);
  if (block == NULL) {
    return;
  }
  block->next = worker->operation_blocks;
  worker->operation_blocks = block;
  for (int i = 0; i < OPERATIONS_PER_BLOCK; i++) {
    block->operations[i].worker = worker;
    block->operations[i].lives = 0;
    give(&block->operations[i]);
  }
}

struct ob1j_operation *ob1j_operation_take(struct ob1j_worker *worker, int64_t token) {
  if (worker->free_operations == NULL) {
    make_more(worker);
  }
  struct ob1j_operation *operation = worker->free_operations;
  if (operation != NULL) {
    worker->free_operations = operation->next;
    worker->under_way++;
    operation->token = token;
  }
  return operation;
}

int32_t ob1j_operation_begun(struct ob1j_operation *operation, ucs_status_ptr_t request) {
  if (UCS_PTR_IS_PTR(request)) {
    return OB1J_UCX_STARTED;
  }
  ob1j_operation_give(operation);
  return UCS_PTR_RAW_STATUS(request);
}

void ob1j_operation_ended(struct ob1j_operation *operation, void *request, ucs_status_t status) {
  struct ob1j_event event = {
      .kind = OB1J_UCX_EVENT_ENDED, .token = operation->token, .status = status};
  ob1j_events_add(&operation->worker->events, &event);
  ob1j_operation_give(operation);
  ob1j_ucp.request_free(request);
}

void ob1j_operation_sent(void *request, ucs_status_t status, void *operation) {
  ob1j_operation_ended(operation, request, status);
}

void ob1j_operations_free(struct ob1j_worker *worker) {
  while (worker->operation_blocks != NULL) {
    struct ob1j_operation_block *next = worker->operation_blocks->next;
    free(worker->operation_blocks);
    worker->operation_blocks = next;
  }
  worker->free_operations = NULL;
}
