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
