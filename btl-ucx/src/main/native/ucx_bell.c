/*
 * Rings when UCX has something for a process that sleeps. UCX tells it by a descriptor that the
 * JVM's selectors cannot watch, so a thread does, and writes to one that they can. It touches
 * nothing of UCX but that descriptor.
 *
 *   Java                    this file               thread
 *     arm ----------------->  UCX armed?
 *                             number of the bell --> eventfd: polls UCX's descriptor
 *     sleeps                                         readable: writes a byte to the bell
 *     woken
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ob1j_ucx.h"
#include "ucx_library.h"
#include "ucx_worker.h"

enum { NO_BELL = -1, END = -2 };

struct ob1j_bell {
  pthread_t thread;
  int request;
  int ucx;
  /* Where to ring, or what else to do. */
  atomic_int bell;
  atomic_long inode;
};

static void drain(int descriptor) {
  uint64_t count;
  while (read(descriptor, &count, sizeof count) < 0 && errno == EINTR) {
  }
}

/* Writes to the pipe, by an end of its own: the descriptor may be the other, or another's by now. */
static void ring(int descriptor, ino_t inode) {
  char name[sizeof "/proc/self/fd/-2147483648"];
  snprintf(name, sizeof name, "/proc/self/fd/%d", descriptor);
  int end = open(name, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
  if (end < 0) {
    return;
  }
  struct stat found;
  if (fstat(end, &found) == 0 && S_ISFIFO(found.st_mode) && found.st_ino == inode) {
    char byte = 1;
    /* A full pipe wakes as well. */
    while (write(end, &byte, 1) < 0 && errno == EINTR) {
    }
  }
  close(end);
}

static void *watch(void *argument) {
  struct ob1j_bell *bell = argument;
  struct pollfd descriptors[2] = {{bell->request, POLLIN, 0}, {bell->ucx, POLLIN, 0}};
  int watched = NO_BELL;
  for (;;) {
    if (poll(descriptors, watched == NO_BELL ? 1 : 2, -1) < 0) {
      if (errno != EINTR) {
        return NULL;
      }
      continue;
    }
    if (descriptors[0].revents != 0) {
      drain(bell->request);
      watched = atomic_load(&bell->bell);
      if (watched == END) {
        return NULL;
      }
    } else if (watched != NO_BELL && descriptors[1].revents != 0) {
      ring(watched, (ino_t)atomic_load(&bell->inode));
      watched = NO_BELL;
    }
  }
}

static void tell(struct ob1j_bell *bell, int number) {
  uint64_t one = 1;
  atomic_store(&bell->bell, number);
  while (write(bell->request, &one, sizeof one) < 0 && errno == EINTR) {
  }
}

/* Signals are the JVM's. */
static int start(struct ob1j_bell *bell) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int error = pthread_create(&bell->thread, NULL, watch, bell);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return error;
}

static ucs_status_t make(struct ob1j_worker *worker) {
  struct ob1j_bell *bell = calloc(1, sizeof *bell);
  if (bell == NULL) {
    return UCS_ERR_NO_MEMORY;
  }
  ucs_status_t status = ob1j_ucp.worker_get_efd(worker->worker, &bell->ucx);
  if (status != UCS_OK) {
    free(bell);
    return status;
  }
  bell->request = eventfd(0, EFD_CLOEXEC);
  atomic_init(&bell->bell, NO_BELL);
  atomic_init(&bell->inode, 0);
  if (bell->request < 0 || start(bell) != 0) {
    if (bell->request >= 0) {
      close(bell->request);
    }
    free(bell);
    return UCS_ERR_NO_RESOURCE;
  }
  worker->bell = bell;
  return UCS_OK;
}

int32_t ob1j_ucx_arm(int64_t handle, int32_t bell_descriptor, int64_t bell_inode) {
  struct ob1j_worker *worker = ob1j_object(handle);
  if (worker->events.first != NULL) {
    return OB1J_UCX_STARTED;
  }
  ucs_status_t status = worker->bell == NULL ? make(worker) : UCS_OK;
  if (status == UCS_OK) {
    status = ob1j_ucp.worker_arm(worker->worker);
  }
  if (status == UCS_OK) {
    atomic_store(&worker->bell->inode, bell_inode);
    tell(worker->bell, bell_descriptor);
  }
  return status == UCS_ERR_BUSY ? OB1J_UCX_STARTED : status;
}

void ob1j_bell_free(struct ob1j_worker *worker) {
  struct ob1j_bell *bell = worker->bell;
  if (bell != NULL) {
    tell(bell, END);
    pthread_join(bell->thread, NULL);
    close(bell->request);
    free(bell);
    worker->bell = NULL;
  }
}
