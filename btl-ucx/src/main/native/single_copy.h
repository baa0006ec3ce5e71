/* What the parts of single copy are to each other and to their tests. */
#ifndef OB1J_SINGLE_COPY_H
#define OB1J_SINGLE_COPY_H

#include <stddef.h>

/*
 * Whether the Yama security module lets peers read this process, which they are siblings of; the
 * file is /proc/sys/kernel/yama/ptrace_scope, which is not there without Yama. Returns 0, or 1 and
 * why not.
 */
int ob1j_check_yama(const char *scope_file, char *reason, size_t capacity_bytes);

#endif
