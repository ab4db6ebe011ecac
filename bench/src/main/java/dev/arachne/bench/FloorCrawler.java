package dev.arachne.bench;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The Java form of {@code bench/rivals/floor.c}: about the least that a crawl can cost on a JVM.
 * One thread, a selector, 64 kept connections of HTTP/1.1; each byte of a page is scanned once, for
 * {@code href="}, and links to the hosts of the seeds are followed, each URL once.
 *
 * <pre>java -cp bench/target/bench.jar dev.arachne.bench.FloorCrawler http://ADDRESS:PORT/PATH...
 * </pre>
 *
 * For the servers of {@code bench/peers} alone: without DNS, chunks, redirects and timeouts; it
 * ends at the first unexpected answer. The methods are long, since fewer methods are compiled
 * sooner.
 */
public final class FloorCrawler {
  private static final int CONNECTIONS = 64;
  private static final String NEEDLE = "href=\"";

  /** A server of the seeds. */
  private static final class Host {
    final String name;
    final InetSocketAddress address;
    final ArrayDeque<String> queue = new ArrayDeque<>();
    final ArrayDeque<Connection> idle = new ArrayDeque<>();
    final Set<String> seen = new HashSet<>();

    Host(String name, InetSocketAddress address) {
      this.name = name;
      this.address = address;
    }

    void add(String path) {
      if (seen.add(path)) {
        queue.add(path);
      }
    }
  }

  /** A connection, idle or with one page on its way. */
  private static final class Connection {
    final Host host;
    @Nullable SocketChannel channel;
    String path = "";
    boolean inBody;
    boolean isHtml;
    long left;

    /** The incomplete end of the pieces before. */
    String unread = "";

    Connection(Host host) {
      this.host = host;
    }

    SocketChannel channel(Selector selector) throws IOException {
      SocketChannel open = channel;
      if (open == null) {
        open = SocketChannel.open(host.address);
        open.configureBlocking(false).register(selector, SelectionKey.OP_READ, this);
        channel = open;
      }
      return open;
    }
  }

  private final Map<String, Host> hosts = new HashMap<>();
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(256 << 10);
  private final byte[] piece = new byte[buffer.capacity()];
  private final Selector selector;

  private FloorCrawler() throws IOException {
    selector = Selector.open();
  }

  /** Crawls the hosts of the seeds until no URL is pending. */
  public static void main(String[] roots) throws IOException {
    new FloorCrawler().crawl(roots);
  }

  private void crawl(String[] roots) throws IOException {
    for (String root : roots) {
      URI uri = URI.create(root);
      var address = new InetSocketAddress(uri.getHost(), uri.getPort());
      hosts
          .computeIfAbsent(uri.getRawAuthority(), name -> new Host(name, address))
          .add(uri.getPath());
    }
    for (int i = 0; i < CONNECTIONS; i++) {
      Host host = hosts.values().stream().skip(i % hosts.size()).findFirst().orElseThrow();
      host.idle.add(new Connection(host));
    }
    int asked = 0;
    for (Host host : hosts.values()) {
      asked += ask(host);
    }
    while (asked > 0) {
      selector.select();
      for (SelectionKey key : selector.selectedKeys()) {
        Connection connection = (Connection) key.attachment();
        if (receive(connection)) {
          connection.host.idle.push(connection);
          asked--;
        }
        asked += ask(connection.host);
      }
      selector.selectedKeys().clear();
    }
    System.out.println(
        hosts.values().stream().mapToInt(it -> it.seen.size()).sum() + " URLs asked");
  }

  /** Requests the next pages on all idle connections; returns the number of requests. */
  private int ask(Host host) throws IOException {
    int asked = 0;
    while (!host.idle.isEmpty() && !host.queue.isEmpty()) {
      Connection c = host.idle.pop();
      c.path = host.queue.remove();
      c.inBody = false;
      c.unread = "";
      String request =
          "GET " + c.path + " HTTP/1.1\r\nHost: " + host.name + "\r\nUser-Agent: floor\r\n\r\n";
      buffer.clear().put(request.getBytes(ISO_8859_1)).flip();
      c.channel(selector).write(buffer);
      if (buffer.hasRemaining()) {
        throw new IOException("a request was not sent");
      }
      asked++;
    }
    return asked;
  }

  /** Receives a piece of a response; whether it was the last. */
  private boolean receive(Connection c) throws IOException {
    buffer.clear();
    int length = c.channel(selector).read(buffer);
    if (length <= 0) {
      throw new IOException("a connection was closed");
    }
    buffer.get(0, piece, 0, length);
    int body = 0;
    if (!c.inBody) {
      while (piece[body] != '\r' || piece[body + 2] != '\r') { // The servers send a head at once.
        body++;
      }
      body += 4;
      String head = new String(piece, 0, body, ISO_8859_1);
      int size = head.indexOf("\r\nContent-Length: ") + 18;
      c.inBody = true;
      c.left = Long.parseLong(head, size, head.indexOf('\r', size), 10);
      c.isHtml = head.startsWith("HTTP/1.1 200") && head.contains("\r\nContent-Type: text/html");
    }
    if (c.isHtml) {
      readLinks(c, new String(piece, body, length - body, ISO_8859_1));
    }
    c.left -= length - body;
    if (c.left < 0) {
      throw new IOException("more came than was announced");
    }
    return c.left == 0;
  }

  private void readLinks(Connection c, String piece) {
    String text = c.unread.concat(piece);
    int at = 0;
    while (true) {
      int found = text.indexOf(NEEDLE, at);
      if (found < 0) {
        c.unread = text.substring(Math.max(at, text.length() - NEEDLE.length() + 1));
        return;
      }
      int link = found + NEEDLE.length();
      int quote = text.indexOf('"', link);
      if (quote < 0) {
        c.unread = text.substring(found);
        return;
      }
      follow(c, text.substring(link, quote));
      at = quote + 1;
    }
  }

  /** A link on a page, without its fragment; dots are taken out of its path. */
  private void follow(Connection page, String link) {
    int mark = link.indexOf('#');
    String rest = mark < 0 ? link : link.substring(0, mark);
    if (rest.isEmpty()) {
      return;
    }
    Host host = page.host;
    int colon = rest.indexOf(':');
    int query = rest.indexOf('?');
    if (rest.startsWith("http://")) {
      int slash = rest.indexOf('/', 7);
      host = slash < 0 ? null : hosts.get(rest.substring(7, slash));
      if (host == null) {
        return;
      }
      rest = rest.substring(slash);
    } else if (colon >= 0 && (query < 0 || colon < query) || rest.startsWith("//")) {
      return;
    }
    if (rest.charAt(0) != '/') {
      int end = page.path.indexOf('?');
      end = end < 0 ? page.path.length() : end;
      rest = page.path.substring(0, page.path.lastIndexOf('/', end) + 1) + rest;
    }
    if (rest.contains("/.")) {
      var path = new ArrayDeque<String>();
      String[] steps = rest.substring(1).split("/", -1);
      for (int i = 0; i < steps.length; i++) {
        boolean isUp = steps[i].equals("..");
        boolean isHere = steps[i].equals(".");
        if (isUp) {
          path.pollLast();
        } else if (!isHere) {
          path.add(steps[i]);
        }
        if (i == steps.length - 1 && (isUp || isHere)) {
          path.add("");
        }
      }
      rest = "/" + String.join("/", path);
    }
    host.add(rest);
  }
}
