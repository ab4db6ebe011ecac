/*
 * About the least that a crawl can cost: one thread, epoll, 64 kept connections of HTTP/1.1. Each byte of a page is looked at
 * once, for href=", and links to the hosts of the roots are followed, each URL once. Prints how many URLs were asked.
 *
 *   floor http://ADDRESS:PORT/PATH...
 *
 * For the servers of bench/peers alone: no names, no chunks, no redirects, no time-outs; it ends at the first surprise.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#define CONNECTIONS 64
#define BUFFER (256 << 10)
#define LONGEST 2048 /* of a URL, and of a link as it is written */

static const char NEEDLE[] = "href=\"";
#define NEEDLE_LENGTH 6

struct host {
  char name[64]; /* ADDRESS:PORT */
  struct sockaddr_in address;
  uint32_t *queue; /* of URLs */
  size_t first, last, room;
  struct connection *idle;
};

struct url {
  uint64_t hash;
  char *path;
  uint32_t length;
  struct host *host;
};

struct connection {
  struct host *host;
  struct connection *next_idle;
  int socket;
  uint32_t url;
  size_t left; /* bytes of the body that have not come */
  int in_body, is_html;
  int matched; /* bytes of the needle, at the end of the piece before */
  int in_link;
  size_t link_length;
  char link[LONGEST];
};

static struct host *hosts;
static size_t host_count;
static struct url *urls;
static size_t url_count, url_room;
static uint32_t *slots; /* a URL's index and one, 0 if free */
static size_t slot_count = 1 << 12;
static int events;
static char buffer[BUFFER];

static void end(const char *what) {
  fprintf(stderr, "floor: %s\n", what);
  exit(1);
}

static void *grown(void *array, size_t bytes) {
  array = realloc(array, bytes);
  if (array == NULL) end("no memory left");
  return array;
}

static uint64_t hash_of(const char *path, size_t length, const struct host *host) {
  uint64_t hash = (uintptr_t)host ^ length, word;
  for (; length >= 8; path += 8, length -= 8) {
    memcpy(&word, path, 8);
    hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 32;
  }
  word = 0;
  memcpy(&word, path, length);
  hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
  return hash ^ hash >> 32;
}

static void double_slots(void) {
  slot_count *= 2;
  free(slots);
  slots = grown(NULL, slot_count * sizeof *slots);
  memset(slots, 0, slot_count * sizeof *slots);
  for (size_t i = 0; i < url_count; i++) {
    size_t slot = urls[i].hash & (slot_count - 1);
    while (slots[slot]) slot = (slot + 1) & (slot_count - 1);
    slots[slot] = i + 1;
  }
}

/* Queues a URL unless it was seen. */
static void add(struct host *host, const char *path, size_t length) {
  uint64_t hash = hash_of(path, length, host);
  size_t slot = hash & (slot_count - 1);
  for (; slots[slot]; slot = (slot + 1) & (slot_count - 1)) {
    struct url *url = &urls[slots[slot] - 1];
    if (url->hash == hash && url->host == host && url->length == length && memcmp(url->path, path, length) == 0) return;
  }
  if (url_count == url_room) urls = grown(urls, (url_room = 2 * url_room + 1024) * sizeof *urls);
  char *copy = grown(NULL, length);
  memcpy(copy, path, length);
  urls[url_count] = (struct url){hash, copy, length, host};
  if (host->last == host->room) host->queue = grown(host->queue, (host->room = 2 * host->room + 1024) * sizeof *host->queue);
  host->queue[host->last++] = url_count;
  slots[slot] = ++url_count;
  if (2 * url_count > slot_count) double_slots();
}

/* A link without its fragment, on a page; dots are taken out of its path. */
static void follow(const struct url *page, const char *link, size_t length) {
  static char path[2 * LONGEST + 2];
  struct host *host = page->host;
  const char *mark = memchr(link, '#', length);
  if (mark) length = mark - link;
  if (length == 0) return;
  const char *colon = memchr(link, ':', length), *query = memchr(link, '?', length);
  if (length > 7 && memcmp(link, "http://", 7) == 0) {
    const char *slash = memchr(link + 7, '/', length - 7);
    if (slash == NULL) return;
    for (host = hosts; host < hosts + host_count; host++) {
      if (strlen(host->name) == (size_t)(slash - link - 7) && memcmp(host->name, link + 7, slash - link - 7) == 0) break;
    }
    if (host == hosts + host_count) return;
    length -= slash - link;
    link = slash;
  } else if ((colon && (query == NULL || colon < query)) || (length > 1 && link[0] == '/' && link[1] == '/')) {
    return;
  }
  size_t at = 0;
  if (link[0] != '/') {
    query = memchr(page->path, '?', page->length);
    at = (const char *)memrchr(page->path, '/', query ? query - page->path : page->length) - page->path;
    memcpy(path, page->path, at);
  } else {
    link++;
    length--;
  }
  for (const char *stop = link + length;;) {
    const char *slash = memchr(link, '/', stop - link);
    size_t step = (slash ? slash : stop) - link;
    int up = step == 2 && link[0] == '.' && link[1] == '.', here = step == 1 && link[0] == '.';
    while (up && at > 0 && path[--at] != '/') {}
    if (!up && !here) {
      path[at++] = '/';
      memcpy(path + at, link, step);
      at += step;
    } else if (slash == NULL) {
      path[at++] = '/';
    }
    if (slash == NULL) break;
    link = slash + 1;
  }
  if (at <= LONGEST) add(host, path, at);
}

static void add_to_link(struct connection *c, const char *from, size_t length) {
  if (c->link_length + length <= LONGEST) memcpy(c->link + c->link_length, from, length);
  c->link_length += length;
}

/* Reads a piece of a page. */
static void read_links(struct connection *c, const char *at, const char *stop) {
  while (at < stop) {
    if (c->in_link) {
      const char *quote = memchr(at, '"', stop - at);
      add_to_link(c, at, (quote ? quote : stop) - at);
      if (quote == NULL) return;
      if (c->link_length <= LONGEST) follow(&urls[c->url], c->link, c->link_length);
      c->in_link = 0;
      at = quote + 1;
      continue;
    }
    if (c->matched == 0) {
      const char *found = memmem(at, stop - at, NEEDLE, NEEDLE_LENGTH);
      if (found == NULL) {
        int tail = stop - at < NEEDLE_LENGTH ? stop - at : NEEDLE_LENGTH - 1;
        while (memcmp(stop - tail, NEEDLE, tail) != 0) tail--;
        c->matched = tail;
        return;
      }
      at = found + NEEDLE_LENGTH;
    } else if (*at != NEEDLE[c->matched]) {
      c->matched = 0;
      continue;
    } else {
      at++;
      if (++c->matched < NEEDLE_LENGTH) continue;
    }
    c->matched = 0;
    c->in_link = 1;
    c->link_length = 0;
  }
}

static void connect_to(struct connection *c) {
  c->socket = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(c->socket, (struct sockaddr *)&c->host->address, sizeof c->host->address) != 0) end("no connection");
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = c};
  epoll_ctl(events, EPOLL_CTL_ADD, c->socket, &event);
}

/* Asks for what is next, on all connections that have nothing to do. Returns how many were used. */
static int ask(struct host *host) {
  int asked = 0;
  while (host->idle && host->first < host->last) {
    struct connection *c = host->idle;
    host->idle = c->next_idle;
    if (c->socket < 0) connect_to(c);
    c->url = host->queue[host->first++];
    c->in_body = c->matched = c->in_link = 0;
    char request[LONGEST + 200];
    int length = snprintf(request, sizeof request, "GET %.*s HTTP/1.1\r\nHost: %s\r\nUser-Agent: floor\r\n\r\n",
                          (int)urls[c->url].length, urls[c->url].path, host->name);
    if (send(c->socket, request, length, MSG_NOSIGNAL) != length) end("a request was not sent");
    asked++;
  }
  return asked;
}

/* Receives a piece of a response. Returns whether it was the last. */
static int receive(struct connection *c) {
  ssize_t length = recv(c->socket, buffer, BUFFER, 0);
  if (length <= 0) end("a connection was closed");
  const char *body = buffer;
  if (!c->in_body) {
    /* The servers send a head at once. */
    body = memmem(buffer, length, "\r\n\r\n", 4);
    const char *size = memmem(buffer, length, "\r\nContent-Length: ", 18);
    if (body == NULL || size == NULL || size > body) end("a head is in pieces, or without a length");
    body += 4;
    c->in_body = 1;
    c->left = strtoul(size + 18, NULL, 10);
    const char *html = memmem(buffer, body - buffer, "\r\nContent-Type: text/html", 25);
    c->is_html = html != NULL && memcmp(buffer, "HTTP/1.1 200", 12) == 0;
  }
  size_t piece = buffer + length - body;
  if (piece > c->left) end("more came than was announced");
  if (c->is_html) read_links(c, body, body + piece);
  c->left -= piece;
  return c->left == 0;
}

static void add_root(const char *root) {
  const char *path = strncmp(root, "http://", 7) == 0 ? strchr(root + 7, '/') : NULL;
  const char *colon = path ? strchr(root + 7, ':') : NULL;
  if (colon == NULL || colon > path || path - root - 7 >= 64) end("a root is http://ADDRESS:PORT/PATH");
  struct host *host = &hosts[host_count++];
  memcpy(host->name, root + 7, path - root - 7);
  char address[64] = {0};
  memcpy(address, root + 7, colon - root - 7);
  host->address.sin_family = AF_INET;
  host->address.sin_port = htons(atoi(colon + 1));
  if (inet_pton(AF_INET, address, &host->address.sin_addr) != 1) end("a root has no IPv4 address");
  add(host, path, strlen(path));
}

int main(int count, char **arguments) {
  hosts = calloc(count, sizeof *hosts);
  slots = calloc(slot_count, sizeof *slots);
  struct connection *connections = calloc(CONNECTIONS, sizeof *connections);
  events = epoll_create1(0);
  for (int i = 1; i < count; i++) add_root(arguments[i]);
  if (host_count == 0 || host_count > CONNECTIONS) end("type: floor http://ADDRESS:PORT/PATH...");
  for (int i = 0; i < CONNECTIONS; i++) {
    struct connection *c = &connections[i];
    c->host = &hosts[i % host_count];
    c->socket = -1;
    c->next_idle = c->host->idle;
    c->host->idle = c;
  }
  int asked = 0;
  for (struct host *host = hosts; host < hosts + host_count; host++) asked += ask(host);
  while (asked > 0) {
    struct epoll_event ready[CONNECTIONS];
    int number = epoll_wait(events, ready, CONNECTIONS, -1);
    for (int i = 0; i < number; i++) {
      struct connection *c = ready[i].data.ptr;
      if (receive(c)) {
        c->next_idle = c->host->idle;
        c->host->idle = c;
        asked--;
      }
      asked += ask(c->host);
    }
  }
  printf("%zu URLs asked\n", url_count);
  return 0;
}
