/* Finds sockets by their addresses, and moves pieces of an array and of other memory through them. */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "check.h"
#include "ob1j_os.h"

enum { ARRAY_BYTES = 1 << 16, ADDRESS_BYTES = 16, LIMIT_MILLIS = 30000 };

/* Two ends of a connection over the loopback device. */
typedef struct {
  int near;
  int far;
  signed char near_address[ADDRESS_BYTES];
  int32_t near_port;
  signed char far_address[ADDRESS_BYTES];
  int32_t far_port;
} connection;

static void describe(const struct sockaddr_storage *name, signed char *address, int32_t *port) {
  memset(address, 0, ADDRESS_BYTES);
  if (name->ss_family == AF_INET6) {
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)name;
    memcpy(address, &six->sin6_addr, ADDRESS_BYTES);
    *port = ntohs(six->sin6_port);
  } else {
    const struct sockaddr_in *four = (const struct sockaddr_in *)name;
    address[10] = -1;
    address[11] = -1;
    memcpy(address + 12, &four->sin_addr, 4);
    *port = ntohs(four->sin_port);
  }
}

static connection connect_over(int family) {
  struct sockaddr_storage name;
  socklen_t length = sizeof name;
  memset(&name, 0, sizeof name);
  name.ss_family = (sa_family_t)family;
  if (family == AF_INET) {
    ((struct sockaddr_in *)&name)->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  } else {
    CHECK(inet_pton(AF_INET6, "::ffff:127.0.0.1", &((struct sockaddr_in6 *)&name)->sin6_addr) == 1);
  }
  int listener = socket(family, SOCK_STREAM, 0);
  CHECK(listener >= 0 && bind(listener, (struct sockaddr *)&name, length) == 0);
  CHECK(listen(listener, 1) == 0 && getsockname(listener, (struct sockaddr *)&name, &length) == 0);
  connection made;
  made.near = socket(family, SOCK_STREAM, 0);
  CHECK(made.near >= 0 && connect(made.near, (struct sockaddr *)&name, length) == 0);
  made.far = accept(listener, NULL, NULL);
  CHECK(made.far >= 0);
  close(listener);
  length = sizeof name;
  CHECK(getsockname(made.near, (struct sockaddr *)&name, &length) == 0);
  describe(&name, made.near_address, &made.near_port);
  length = sizeof name;
  CHECK(getpeername(made.near, (struct sockaddr *)&name, &length) == 0);
  describe(&name, made.far_address, &made.far_port);
  return made;
}

static int open_near(connection *of) {
  return ob1j_socket_open(of->near_address, of->near_port, of->far_address, of->far_port);
}

static void should_find_either_end(int family) {
  connection some = connect_over(family);
  connection other = connect_over(family);
  int near = open_near(&some);
  int far = ob1j_socket_open(some.far_address, some.far_port, some.near_address, some.near_port);
  CHECK(near >= 0 && far >= 0 && near != some.near && far != some.far);
  CHECK(write(near, "x", 1) == 1);
  char byte = 0;
  CHECK(read(some.far, &byte, 1) == 1 && byte == 'x');
  CHECK(write(far, "y", 1) == 1);
  CHECK(read(some.near, &byte, 1) == 1 && byte == 'y');
  CHECK(ob1j_socket_close(near) == 0 && ob1j_socket_close(far) == 0);
  close(some.near);
  close(some.far);
  CHECK(open_near(&some) == -ENOENT);
  other.near_address[ADDRESS_BYTES - 1] ^= 1;
  CHECK(open_near(&other) == -ENOENT);
  close(other.near);
  close(other.far);
}

/* The kernel may take a while to bring to one end what the other has done. */
static void await(int descriptor) {
  struct pollfd awaited = {descriptor, POLLIN, 0};
  CHECK(poll(&awaited, 1, LIMIT_MILLIS) == 1);
}

static int64_t address_of(const void *memory) {
  return (int64_t)(intptr_t)memory;
}

static int64_t write_pieces(int descriptor, const int64_t *pieces, int32_t count,
                            const signed char *array) {
  return ob1j_array_write(descriptor, address_of(pieces), count, array);
}

static int64_t read_pieces(int descriptor, const int64_t *pieces, int32_t count,
                           signed char *array) {
  return ob1j_array_read(descriptor, address_of(pieces), count, array);
}

static void should_move_pieces_of_both_kinds(void) {
  connection some = connect_over(AF_INET6);
  signed char *array = malloc(ARRAY_BYTES);
  CHECK(array != NULL);
  for (int i = 0; i < ARRAY_BYTES; i++) {
    array[i] = (signed char)(i * 7 + i / 251);
  }
  char header[8] = "header!";
  int64_t written[] = {0, address_of(header), 8, 1, 100, 1000, 0, address_of(header), 3,
                       1, ARRAY_BYTES - 1, 1};
  CHECK(write_pieces(some.near, written, 4, array) == 8 + 1000 + 3 + 1);
  signed char *target = calloc(1, ARRAY_BYTES);
  CHECK(target != NULL);
  char first[8];
  signed char rest[64];
  int64_t there[] = {0, address_of(first), 8, 1, 5, 1000, 0, address_of(rest), 64};
  await(some.far);
  CHECK(read_pieces(some.far, there, 3, target) == 8 + 1000 + 3 + 1);
  CHECK(memcmp(first, header, 8) == 0 && memcmp(target + 5, array + 100, 1000) == 0);
  CHECK(memcmp(rest, header, 3) == 0 && rest[3] == array[ARRAY_BYTES - 1]);
  CHECK(target[4] == 0 && target[1005] == 0);
  free(array);
  free(target);
  close(some.near);
  close(some.far);
}

static void should_never_wait(void) {
  connection some = connect_over(AF_INET);
  signed char *array = calloc(1, ARRAY_BYTES);
  CHECK(array != NULL);
  int64_t piece[] = {1, 0, ARRAY_BYTES};
  CHECK(read_pieces(some.near, piece, 1, array) == 0);
  int64_t taken;
  do {
    taken = write_pieces(some.near, piece, 1, array);
    CHECK(taken >= 0);
  } while (taken > 0);
  close(some.far);
  /* Data that nobody has read makes the peer's close a reset. */
  await(some.near);
  CHECK(write_pieces(some.near, piece, 1, array) < 0);
  CHECK(write_pieces(some.near, piece, 1, array) == -EPIPE);
  close(some.near);
  free(array);
}

static void should_tell_the_end_of_the_stream_and_errors(void) {
  connection some = connect_over(AF_INET);
  signed char array[16] = {0};
  int64_t piece[] = {1, 0, 16, 1, 0, -1};
  CHECK(read_pieces(some.near, piece, 0, array) == -EINVAL);
  CHECK(read_pieces(some.near, piece, 2, array) == -EINVAL);
  CHECK(write_pieces(some.near, piece, OB1J_MAX_PIECES + 1, array) == -EINVAL);
  close(some.far);
  await(some.near);
  CHECK(read_pieces(some.near, piece, 1, array) == OB1J_END_OF_STREAM);
  close(some.near);
  CHECK(read_pieces(some.near, piece, 1, array) == -EBADF);
  CHECK(ob1j_socket_close(some.near) == EBADF);
}

int main(void) {
  should_find_either_end(AF_INET);
  should_find_either_end(AF_INET6);
  should_move_pieces_of_both_kinds();
  should_never_wait();
  should_tell_the_end_of_the_stream_and_errors();
  printf("array_socket: passed\n");
  return 0;
}
