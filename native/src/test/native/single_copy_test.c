/* Reads own memory, a child's, and what cannot be read; and what the probe makes of Yama. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "ob1j_os.h"

enum { LENGTH = 3 << 20, GUARD = 64 };

static int64_t address_of(const void *memory) {
  return (int64_t)(intptr_t)memory;
}

static signed char *filled(size_t length, int seed) {
  signed char *memory = malloc(length);
  CHECK(memory != NULL);
  for (size_t i = 0; i < length; i++) {
    memory[i] = (signed char)(i * 31 + i / 509 + (size_t)seed);
  }
  return memory;
}

/* Reads the middle of a process's memory and checks it, and that nothing around it is written. */
static void read_from(pid_t process, const signed char *there, const signed char *expected) {
  signed char *target = malloc(LENGTH);
  CHECK(target != NULL);
  memset(target, 7, LENGTH);
  int64_t length = LENGTH - 2 * GUARD;
  CHECK(ob1j_single_copy_read(process, (int64_t)(intptr_t)there + GUARD,
                              address_of(target + GUARD), length) ==
        0);
  CHECK(memcmp(target + GUARD, expected + GUARD, (size_t)length) == 0);
  for (int i = 0; i < GUARD; i++) {
    CHECK(target[i] == 7 && target[LENGTH - 1 - i] == 7);
  }
  free(target);
}

static void should_read_own_memory(void) {
  signed char *source = filled(LENGTH, 1);
  read_from(getpid(), source, source);
  free(source);
}

/* A child that has filled memory differently and waits to be killed. */
static pid_t start_child(signed char *memory, const signed char *content) {
  int ready[2];
  CHECK(pipe(ready) == 0);
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    memcpy(memory, content, LENGTH);
    CHECK(write(ready[1], "r", 1) == 1);
    pause();
    _exit(0);
  }
  char byte;
  CHECK(read(ready[0], &byte, 1) == 1);
  close(ready[0]);
  close(ready[1]);
  return child;
}

static void end_child(pid_t child) {
  CHECK(kill(child, SIGKILL) == 0);
  CHECK(waitpid(child, NULL, 0) == child);
}

static void should_read_another_process(void) {
  signed char *memory = filled(LENGTH, 2);
  signed char *content = filled(LENGTH, 3);
  pid_t child = start_child(memory, content);
  read_from(child, memory, content);
  end_child(child);
  /* Reaped, so the number belongs to nobody. */
  signed char byte;
  CHECK(ob1j_single_copy_read(child, (int64_t)(intptr_t)memory, address_of(&byte), 1) == ESRCH);
  free(content);
  free(memory);
}

static void should_write_to_another_process(void) {
  signed char *memory =
      mmap(NULL, LENGTH, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(memory != MAP_FAILED);
  signed char *content = filled(LENGTH, 4);
  pid_t child = start_child(memory, content);
  signed char *source = filled(LENGTH, 5);
  int64_t length = LENGTH - 2 * GUARD;
  int64_t there = (int64_t)(intptr_t)memory + GUARD;
  CHECK(ob1j_single_copy_write(child, there, address_of(source + GUARD), length) == 0);
  memcpy(content + GUARD, source + GUARD, (size_t)length);
  signed char *target = malloc(LENGTH);
  CHECK(target != NULL);
  CHECK(ob1j_single_copy_read(child, (int64_t)(intptr_t)memory, address_of(target), LENGTH) == 0);
  CHECK(memcmp(target, content, LENGTH) == 0);
  CHECK(memory[GUARD] == 0);
  CHECK(ob1j_single_copy_write(child, 8, address_of(source), 1) == EFAULT);
  end_child(child);
  CHECK(ob1j_single_copy_write(child, there, address_of(source), 1) == ESRCH);
  CHECK(ob1j_single_copy_write(0, there, address_of(source), 1) == EINVAL);
  free(target);
  free(source);
  free(content);
  munmap(memory, LENGTH);
}

static void should_stop_where_memory_ends(void) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  signed char *pages =
      mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(pages != MAP_FAILED);
  memset(pages, 5, page);
  CHECK(mprotect(pages + page, page, PROT_NONE) == 0);
  signed char *target = calloc(2, page);
  CHECK(target != NULL);
  int64_t address = (int64_t)(intptr_t)pages;
  /* The kernel reads the first page and says so; only the next call meets what is forbidden. */
  CHECK(ob1j_single_copy_read(getpid(), address, address_of(target), (int64_t)(2 * page)) == EFAULT);
  CHECK(target[page - 1] == 5 && target[page] == 0);
  CHECK(ob1j_single_copy_read(getpid(), address, address_of(target), (int64_t)page) == 0);
  free(target);
  munmap(pages, 2 * page);
}

static void should_refuse_what_cannot_be_meant(void) {
  signed char byte = 0;
  int64_t address = (int64_t)(intptr_t)&byte;
  CHECK(ob1j_single_copy_read(0, address, address_of(&byte), 1) == EINVAL);
  CHECK(ob1j_single_copy_read(-1, address, address_of(&byte), 1) == EINVAL);
  CHECK(ob1j_single_copy_read((1LL << 32) + getpid(), address, address_of(&byte), 1) == EINVAL);
  CHECK(ob1j_single_copy_read(getpid(), address, address_of(&byte), -1) == EINVAL);
  CHECK(ob1j_single_copy_read(getpid(), 8, address_of(&byte), 1) == EFAULT);
  CHECK(ob1j_single_copy_read(getpid(), 8, address_of(&byte), 0) == 0);
}

/* Judges a file with this content in place of Yama's. */
static int yama(const char *content, int peers_may_read, char *reason, size_t capacity) {
  char name[] = "/tmp/ob1j-scope-XXXXXX";
  int file = mkstemp(name);
  CHECK(file >= 0);
  CHECK(write(file, content, strlen(content)) == (ssize_t)strlen(content));
  close(file);
  int refused = ob1j_check_yama(name, peers_may_read, reason, capacity);
  unlink(name);
  return refused;
}

static void should_say_what_yama_forbids(void) {
  char reason[256] = "";
  CHECK(ob1j_check_yama("/nowhere/ptrace_scope", 0, reason, sizeof reason) == 0);
  CHECK(yama("0\n", 0, reason, sizeof reason) == 0);
  CHECK(reason[0] == 0);
  CHECK(yama("2\n", 0, reason, sizeof reason) == 1);
  CHECK(strstr(reason, " is 2; it must be 0 or 1") != NULL);
  CHECK(yama("3\n", 0, reason, sizeof reason) == 1);
  CHECK(yama("?\n", 0, reason, sizeof reason) == 1);
  /* Where there is no Yama it does not know what it is asked, else it allows it. */
  CHECK(yama("1\n", 0, reason, sizeof reason) == 1 && strstr(reason, "peers_may_read") != NULL);
  CHECK(yama("1\n", 1, reason, sizeof reason) == 0 || strstr(reason, "PR_SET_PTRACER") != NULL);
}

static void should_find_out_whether_it_works(void) {
  char reason[256] = "";
  int refused = ob1j_single_copy_probe(1, reason, sizeof reason);
  CHECK((refused != 0) == (reason[0] != 0));
  printf("single copy: %s\n", refused ? reason : "works");
}

static void should_tell_how_long_a_read_takes(void) {
  int64_t one = ob1j_single_copy_nanos(1);
  int64_t many = ob1j_single_copy_nanos(16 << 20);
  /* 16 MiB are never read as quickly as one byte; what may not be read has an errno. */
  CHECK(one < 0 ? one == many : one < many);
  CHECK(ob1j_single_copy_nanos(-1) == -EINVAL);
}

int main(void) {
  should_find_out_whether_it_works();
  should_say_what_yama_forbids();
  should_refuse_what_cannot_be_meant();
  should_read_own_memory();
  should_write_to_another_process();
  should_stop_where_memory_ends();
  should_read_another_process();
  should_tell_how_long_a_read_takes();
  return 0;
}
