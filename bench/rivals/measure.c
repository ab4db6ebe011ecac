/*
 * Runs a command and writes a line to FILE: seconds of CPU in user and in kernel mode, seconds of the clock, KiB resident
 * at the peak. Ends as the command does; the command dies with it.
 *
 *   measure FILE COMMAND...
 *
 * The peak of a process includes what its parent had resident when it was started: here next to nothing, in Python 15 MB.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds(struct timeval time) { return time.tv_sec + time.tv_usec / 1e6; }

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

int main(int count, char **arguments) {
  if (count < 3) {
    fprintf(stderr, "type: measure FILE COMMAND...\n");
    return 2;
  }
  double began = now();
  pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    execv(arguments[2], arguments + 2);
    perror(arguments[2]);
    _exit(127);
  }
  int status;
  struct rusage usage;
  if (child < 0 || wait4(child, &status, 0, &usage) != child) {
    perror("measure");
    return 127;
  }
  double wall = now() - began;
  FILE *file = fopen(arguments[1], "w");
  if (file == NULL) {
    perror(arguments[1]);
    return 127;
  }
  fprintf(file, "%.6f %.6f %.6f %ld\n", seconds(usage.ru_utime), seconds(usage.ru_stime), wall, usage.ru_maxrss);
  fclose(file);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
