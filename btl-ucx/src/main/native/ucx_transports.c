#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ob1j_ucx.h"
#include "ucx_library.h"
#include "ucx_worker.h"

/* ---- the names of a context's transports, which UCX tells only by ucp_context_print_info */

/* What UCX prints of a context, to be freed; NULL if there is no memory for it. */
static char *print(ucp_context_h context) {
  char *info = NULL;
  size_t length = 0;
  FILE *stream = open_memstream(&info, &length);
  if (stream == NULL) {
    return NULL;
  }
  ob1j_ucp.context_print_info(context, stream);
  fclose(stream);
  return info;
}

/* A transport and its device, such as posix/memory; NULL if the line is of something else. */
static char *transport_of(char *line) {
  static const char mark[] = "flags -- ";
  char *name = strstr(line, " resource ") == NULL ? NULL : strstr(line, mark);
  if (name == NULL) {
    return NULL;
  }
  name += sizeof mark - 1;
  name[strcspn(name, " \n")] = 0;
  return name;
}

void ob1j_ucx_transports(int64_t handle, signed char *text, int32_t capacity_bytes) {
  struct ob1j_worker *worker = ob1j_object(handle);
  if (capacity_bytes <= 0) {
    return;
  }
  text[0] = 0;
  char *info = print(worker->context);
  if (info == NULL) {
    return;
  }
  FILE *names = fmemopen(text, (size_t)capacity_bytes, "w");
  if (names != NULL) {
    const char *separator = "";
    char *rest = NULL;
    for (char *line = strtok_r(info, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
      const char *name = transport_of(line);
      if (name != NULL) {
        fprintf(names, "%s%s", separator, name);
        separator = " ";
      }
    }
    fclose(names);
    text[capacity_bytes - 1] = 0;
  }
  free(info);
}

/* Whether a transport moves memory only, such as cma/memory. */
static int moves_memory_only(const char *name) {
  static const char *const kinds[] = {"cma/", "knem/", "cuda_", "gdr_copy/", "rocm_", "ze_"};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    if (strncmp(name, kinds[i], strlen(kinds[i])) == 0) {
      return 1;
    }
  }
  return 0;
}

int ob1j_carries_messages(ucp_context_h context) {
  char *info = print(context);
  int found = info == NULL;
  char *rest = NULL;
  for (char *line = found ? NULL : strtok_r(info, "\n", &rest); line != NULL;
       line = strtok_r(NULL, "\n", &rest)) {
    const char *name = transport_of(line);
    found |= name != NULL && !moves_memory_only(name);
  }
  free(info);
  return found;
}

int ob1j_has_one_device_of_sockets(ucp_context_h context) {
  char *info = print(context);
  int devices = 0;
  int others = 0;
  char *rest = NULL;
  for (char *line = info == NULL ? NULL : strtok_r(info, "\n", &rest); line != NULL;
       line = strtok_r(NULL, "\n", &rest)) {
    const char *name = transport_of(line);
    if (name != NULL && strncmp(name, "tcp/", strlen("tcp/")) == 0) {
      devices++;
    } else if (name != NULL && strncmp(name, "self/", strlen("self/")) != 0) {
      others++;
    }
  }
  free(info);
  return devices == 1 && others == 0;
}

/* ---- queues in shared memory */

/* Whether UCX has one of the transports whose variables begin with UCX_MM. */
static int has_queues(ucp_context_h context) {
  char *info = print(context);
  int found = info != NULL && (strstr(info, "flags -- posix/") != NULL ||
                               strstr(info, "flags -- sysv/") != NULL ||
                               strstr(info, "flags -- xpmem/") != NULL);
  free(info);
  return found;
}

/*
 * A message of 64 KiB is copied through such a queue. By its own defaults UCX has 64 places of 8 KiB
 * there, which is what one core's second-level cache keeps; through 128 places of 32 KiB it is twice as
 * fast and more (decision 28). What the user says of them goes first. UCX reads this when a worker is
 * made, and warns of variables that nothing has read by then: so they are set only where there are
 * such queues.
 */
void ob1j_set_queues(ucp_context_h context) {
  if (has_queues(context)) {
    setenv("UCX_MM_FIFO_SIZE", "128", 0);
    setenv("UCX_MM_SEG_SIZE", "33024", 0);
    /* 5 MiB at a time, of which a queue needs 4; UCX's own default of 512 places would be 17. */
    setenv("UCX_MM_RX_BUFS_GROW", "160", 0);
  }
}
