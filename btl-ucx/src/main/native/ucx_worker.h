/* A worker and what belongs to it. */
#ifndef OB1J_UCX_WORKER_H
#define OB1J_UCX_WORKER_H

#include <ucp/api/ucp.h>

#include "ucx_events.h"

struct ob1j_bell;
struct ob1j_unmatched;

/* What UCX passes back when an operation has ended. Pooled. */
struct ob1j_operation {
  struct ob1j_worker *worker;
  int64_t token;
  /* Of a receive that may be cancelled. */
  void *request;
  /* How often it has ended. */
  uint64_t lives;
  struct ob1j_operation *next;
};

struct ob1j_worker {
  ucp_context_h context;
  ucp_worker_h worker;
  struct ob1j_events events;
  size_t max_header;
  struct ob1j_endpoint *endpoints;
  struct ob1j_memory *memories;
  struct ob1j_operation *free_operations;
  struct ob1j_operation_block *operation_blocks;
  /* How much UCX has not finished with: operations, and payloads that wait at their senders. */
  int64_t under_way;
  struct ob1j_bell *bell;
  /* Whether tagged messages that match nothing are told, and one that is not all here. */
  int drains_tags;
  struct ob1j_unmatched *unmatched;
  int closing;
};

struct ob1j_endpoint {
  struct ob1j_worker *worker;
  /* NULL once it has been closed. */
  ucp_ep_h ep;
  int tells_failures;
  int64_t token;
  struct ob1j_endpoint *next;
  struct ob1j_endpoint **previous;
};

/* A handle as Java has it, and back. */
static inline int64_t ob1j_handle(const void *object) {
  return (int64_t)(intptr_t)object;
}

static inline void *ob1j_object(int64_t handle) {
  return (void *)(intptr_t)handle;
}

/* An operation to begin with; NULL if there is no memory for it. */
struct ob1j_operation *ob1j_operation_take(struct ob1j_worker *worker, int64_t token);

/* What UCX has answered to it; if it is over, the operation is given back. */
int32_t ob1j_operation_begun(struct ob1j_operation *operation, ucs_status_ptr_t request);

/* It is over: tells Java and gives it back. */
void ob1j_operation_ended(struct ob1j_operation *operation, void *request, ucs_status_t status);

/* The same without telling Java, nor the request. */
void ob1j_operation_give(struct ob1j_operation *operation);

/* A callback for what has been sent. */
void ob1j_operation_sent(void *request, ucs_status_t status, void *operation);

void ob1j_operations_free(struct ob1j_worker *worker);

/* Tells tagged messages that match nothing. */
void ob1j_tags_drain(struct ob1j_worker *worker);

/* Closes all that UCX can close by force, which ends what is under way there. */
void ob1j_endpoints_break(struct ob1j_worker *worker);

void ob1j_endpoints_free(struct ob1j_worker *worker);

void ob1j_memories_free(struct ob1j_worker *worker);

/*
 * Whether one of the context's transports carries messages. A worker without ends the process when
 * it is asked how long their headers may be.
 */
int ob1j_carries_messages(ucp_context_h context);

/* Ends the thread that rings, if there is one. */
void ob1j_bell_free(struct ob1j_worker *worker);

#endif
