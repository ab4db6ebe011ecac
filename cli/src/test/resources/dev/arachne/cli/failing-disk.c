/*
 * A disk that fails: preloaded into a process, it makes one call on files below a directory fail.
 *
 *   FAILING_DIR     calls on paths below it are counted: open for writing, write, fsync, rename, mkdir, ...
 *   FAILING_AT      the number of the call that fails, from 1; 0 for none
 *   FAILING_ERRNO   what it fails with
 *   FAILING_WHILE   if set, that call and all after it fail as long as this file exists
 *   FAILING_COUNT   if set, the number of calls is written there at the end
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_long calls;
static const char *directory;
static const char *marker;
static long at;
static int with;

__attribute__((constructor)) static void begin(void) {
  directory = getenv("FAILING_DIR");
  marker = getenv("FAILING_WHILE");
  at = getenv("FAILING_AT") ? atol(getenv("FAILING_AT")) : 0;
  with = getenv("FAILING_ERRNO") ? atoi(getenv("FAILING_ERRNO")) : EIO;
}

__attribute__((destructor)) static void end(void) {
  const char *path = getenv("FAILING_COUNT");
  FILE *file = path ? fopen(path, "w") : NULL;
  if (file) {
    fprintf(file, "%ld\n", atomic_load(&calls));
    fclose(file);
  }
}

static int fails(const char *path) {
  if (!directory || !path || strncmp(path, directory, strlen(directory)) != 0) {
    return 0;
  }
  long call = atomic_fetch_add(&calls, 1) + 1;
  int now = at > 0 && (marker ? call >= at && access(marker, F_OK) == 0 : call == at);
  if (now) {
    errno = with;
  }
  return now;
}

static int fails_at(int fd) {
  char link[64];
  char path[PATH_MAX];
  int before = errno;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  errno = before;
  if (length <= 0) {
    return 0;
  }
  path[length] = 0;
  return fails(path);
}

static int writes(int flags) { return (flags & O_ACCMODE) != O_RDONLY || (flags & O_CREAT); }

#define REAL(name) ((typeof(&name))dlsym(RTLD_NEXT, #name))

#define OPEN(name)                                            \
  int name(const char *path, int flags, ...) {                \
    va_list arguments;                                        \
    va_start(arguments, flags);                               \
    mode_t mode = flags & O_CREAT ? va_arg(arguments, int) : 0; \
    va_end(arguments);                                        \
    return writes(flags) && fails(path) ? -1 : REAL(name)(path, flags, mode); \
  }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                          \
  int name(int at_fd, const char *path, int flags, ...) {     \
    va_list arguments;                                        \
    va_start(arguments, flags);                               \
    mode_t mode = flags & O_CREAT ? va_arg(arguments, int) : 0; \
    va_end(arguments);                                        \
    return writes(flags) && fails(path) ? -1 : REAL(name)(at_fd, path, flags, mode); \
  }
OPENAT(openat)
OPENAT(openat64)

ssize_t write(int fd, const void *bytes, size_t count) {
  return fails_at(fd) ? -1 : REAL(write)(fd, bytes, count);
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset) {
  return fails_at(fd) ? -1 : REAL(pwrite)(fd, bytes, count, offset);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t offset) {
  return fails_at(fd) ? -1 : REAL(pwrite64)(fd, bytes, count, offset);
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  return fails_at(fd) ? -1 : REAL(writev)(fd, parts, count);
}

int fsync(int fd) { return fails_at(fd) ? -1 : REAL(fsync)(fd); }

int fdatasync(int fd) { return fails_at(fd) ? -1 : REAL(fdatasync)(fd); }

int ftruncate64(int fd, off64_t length) { return fails_at(fd) ? -1 : REAL(ftruncate64)(fd, length); }

int rename(const char *from, const char *to) { return fails(to) ? -1 : REAL(rename)(from, to); }

int mkdir(const char *path, mode_t mode) { return fails(path) ? -1 : REAL(mkdir)(path, mode); }
