#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "ob1j_os.h"

#define DESCRIPTORS "/proc/self/fd"

typedef int (*name_function)(int, struct sockaddr *, socklen_t *);

/* Whether one end of a descriptor, if it is a socket, has this address. */
static bool has_name(int descriptor, name_function name_of, const signed char *address,
                     int32_t port) {
  struct sockaddr_storage name;
  socklen_t length = sizeof name;
  memset(&name, 0, sizeof name);
  if (name_of(descriptor, (struct sockaddr *)&name, &length) != 0) {
    return false;
  }
  if (name.ss_family == AF_INET6) {
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)&name;
    return ntohs(six->sin6_port) == port && memcmp(&six->sin6_addr, address, 16) == 0;
  }
  if (name.ss_family == AF_INET) {
    static const signed char mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1};
    const struct sockaddr_in *four = (const struct sockaddr_in *)&name;
    return ntohs(four->sin_port) == port && memcmp(mapped, address, 12) == 0 &&
           memcmp(&four->sin_addr, address + 12, 4) == 0;
  }
  return false;
}

int32_t ob1j_socket_open(const signed char *local_address, int32_t local_port,
                         const signed char *remote_address, int32_t remote_port) {
  DIR *descriptors = opendir(DESCRIPTORS);
  if (descriptors == NULL) {
    return -errno;
  }
  int result = -ENOENT;
  for (struct dirent *entry = readdir(descriptors); entry != NULL && result == -ENOENT;
       entry = readdir(descriptors)) {
    char *end;
    long descriptor = strtol(entry->d_name, &end, 10);
    if (end != entry->d_name && *end == '\0' &&
        has_name((int)descriptor, getsockname, local_address, local_port) &&
        has_name((int)descriptor, getpeername, remote_address, remote_port)) {
      int copy = fcntl((int)descriptor, F_DUPFD_CLOEXEC, 0);
      result = copy < 0 ? -errno : copy;
    }
  }
  closedir(descriptors);
  return result;
}

int32_t ob1j_socket_close(int32_t descriptor) {
  return close(descriptor) == 0 ? 0 : errno;
}

/* Makes the vector of a message; false if there are too many pieces, or one cannot be right. */
static bool list_pieces(struct msghdr *message, struct iovec *vector, int64_t pieces, int32_t count,
                        const char *array) {
  const int64_t *piece = (const int64_t *)(intptr_t)pieces;
  if (count < 1 || count > OB1J_MAX_PIECES) {
    return false;
  }
  for (int32_t i = 0; i < count; i++, piece += 3) {
    if (piece[2] < 0) {
      return false;
    }
    const char *address = piece[0] != 0 ? array + piece[1] : (const char *)(intptr_t)piece[1];
    vector[i].iov_base = (void *)(uintptr_t)address;
    vector[i].iov_len = (size_t)piece[2];
  }
  memset(message, 0, sizeof *message);
  message->msg_iov = vector;
  message->msg_iovlen = (size_t)count;
  return true;
}

/* What a call that moved nothing returns. */
static int64_t nothing_moved(void) {
  return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? 0 : -(int64_t)errno;
}

int64_t ob1j_array_write(int32_t descriptor, int64_t pieces, int32_t count, const void *array) {
  struct iovec vector[OB1J_MAX_PIECES];
  struct msghdr message;
  if (!list_pieces(&message, vector, pieces, count, array)) {
    return -EINVAL;
  }
  ssize_t taken = sendmsg(descriptor, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
  return taken < 0 ? nothing_moved() : taken;
}

int64_t ob1j_array_read(int32_t descriptor, int64_t pieces, int32_t count, void *array) {
  struct iovec vector[OB1J_MAX_PIECES];
  struct msghdr message;
  if (!list_pieces(&message, vector, pieces, count, array)) {
    return -EINVAL;
  }
  ssize_t there = recvmsg(descriptor, &message, MSG_DONTWAIT);
  return there < 0 ? nothing_moved() : there == 0 ? OB1J_END_OF_STREAM : there;
}
