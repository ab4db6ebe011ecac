package dev.arachne.replay;

import dev.arachne.archive.CdxjLookup;
import dev.arachne.archive.WarcFile;
import dev.arachne.protocol.HostField;
import dev.arachne.url.CrawlUrl;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Shows an archive to browsers, in two ways at one address: as their proxy, where each page is as
 * it was, and by pages of its own, where references are rewritten. It answers from the archive
 * only. Thread-safe.
 *
 * <p>A request with another host name than its own gets no content: a page could send one by DNS
 * rebinding.
 */
public final class Replay implements Closeable {

  /**
   * The options of a replay: its content, and its address.
   *
   * @param address to listen on; port 0 for any that is free
   * @param time as of which browsers see pages when this is their proxy; {@link Instant#MAX} for
   *     the latest captures
   * @param ui a directory with a copy of ReplayWeb.page, if there is one
   * @param wacz files for it
   */
  public record Options(
      InetSocketAddress address, Instant time, Optional<Path> ui, List<Path> wacz) {

    /** Keeps a copy of the list. */
    public Options {
      wacz = List.copyOf(wacz);
    }
  }

  private final BrowserServer server;
  private final CdxjLookup index;
  private final Certificates certificates;
  private final ProxyMode proxy;
  private final PlainMode plain;

  private Replay(CdxjLookup index, Map<String, WarcFile> files, Options options, Instant now)
      throws IOException {
    this.index = index;
    try {
      certificates = new Certificates(now);
    } catch (GeneralSecurityException e) {
      throw new IOException("no certificates can be made", e);
    }
    var mementos = new Mementos(index, files);
    Optional<Path> ui = Optional.empty();
    if (options.ui().isPresent()) {
      ui = Optional.of(options.ui().get().toRealPath());
    }
    proxy = new ProxyMode(mementos, options.time());
    plain = new PlainMode(mementos, new Extras(certificates, ui, options.wacz()));
    server = new BrowserServer(options.address(), certificates, this::answer);
  }

  /**
   * Listens, and serves on threads of its own until it is closed.
   *
   * @param index of the archive, which is closed with this
   * @param files by the names that the index has for them
   * @param now the time, for certificates
   * @throws IOException if the port is taken
   */
  public static Replay start(
      CdxjLookup index, Map<String, WarcFile> files, Options options, Instant now)
      throws IOException {
    var replay = new Replay(index, files, options, now);
    replay.server.start();
    return replay;
  }

  /** The address it listens on. */
  public InetSocketAddress address() {
    return server.address();
  }

  /** The address of its own pages. */
  public String url() {
    String host = address().getAddress().getHostAddress().replaceAll("%.*", "");
    String named = host.contains(":") ? "[" + host + "]" : host;
    return CrawlUrl.of("http://" + named + ":" + address().getPort() + "/").toString();
  }

  /** SHA-256 of the key that signs for https sites, in Base64. */
  public String keyHash() {
    return certificates.keyHash();
  }

  /** Waits until it is closed. */
  public void await() throws InterruptedException {
    server.await();
  }

  private Reply answer(Request request) throws IOException {
    String target = request.target();
    if (request.tunnel().isPresent()) {
      String host = request.tunnel().get().replaceFirst(":443$", "");
      return proxy.answer("https://" + host + target, request);
    }
    if (target.startsWith("/")) {
      return HostField.names(request.field("Host"), address())
          ? plain.answer(request, target)
          : OwnPages.failure(
              421, "Another name", "This is " + url() + ", and answers to that name only.");
    }
    String own = "http://" + request.field("Host") + "/";
    boolean isOwn = target.startsWith(own) && HostField.names(request.field("Host"), address());
    return isOwn
        ? plain.answer(request, target.substring(own.length() - 1))
        : proxy.answer(target, request);
  }

  @Override
  public void close() throws IOException {
    server.close();
    index.close();
  }
}
