package dev.arachne.dashboard;

import dev.arachne.crawl.Crawl;
import dev.arachne.crawl.CrawlSnapshot;
import dev.arachne.directory.UrlStory;
import dev.arachne.ledger.Change;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.options.ChangeText;
import dev.arachne.options.UsageException;
import dev.arachne.server.LocalServer;
import dev.arachne.server.ServerRequest;
import dev.arachne.server.ServerResponse;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Shows a crawl in browsers: a page, and updates once a second by server-sent events (WHATWG HTML
 * 9.2). Thread-safe.
 *
 * <p>The content comes from the web: the page shows it as text only. Its policy allows no script
 * but its own, and connections only to this server.
 */
public final class Dashboard implements Closeable {
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:;"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
          + " require-trusted-types-for 'script'; trusted-types 'none'";

  private static final int MOST_WATCHERS = 16;

  private static final int OK = 200;
  private static final int BAD = 400;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;

  /** Bytes of a change at most: a pattern may have some. */
  private static final int MOST_CHANGE = 32 << 10;

  private static final String TOKEN_FIELD = "x-arachne-token";

  private final Token token = Token.fresh();
  private final Optional<Single> single;
  private final Board board;
  private final UpdateBroadcaster pulse;
  private final LocalServer server;

  /** The last successful look, for clients that ask once. */
  private volatile String seen = "{}";

  /** A crawl of one machine, whose URLs can be explained, and which can be changed. */
  private record Single(DashboardSource crawl, Function<UrlStory, String> stories) {}

  private Dashboard(Board board, Optional<Single> single, InetSocketAddress address)
      throws IOException {
    this.single = single;
    this.board = board;
    this.pulse = new UpdateBroadcaster(new Looking(), MOST_WATCHERS);
    this.server = LocalServer.start(address, POLICY, List.of("GET", "HEAD", "POST"), this::reply);
    pulse.start();
  }

  /**
   * Shows a crawl of this process that has not begun; to be closed when it has ended.
   *
   * @param name of the crawl, for the title of the page
   * @param directory where the crawl is kept; empty if it is in memory
   * @param stories gives the history of a URL
   * @param address to listen on; port 0 for any that is free
   * @throws IOException if the port is taken
   */
  public static Dashboard of(
      String name,
      Crawl crawl,
      Optional<Path> directory,
      Function<UrlStory, String> stories,
      InetSocketAddress address)
      throws IOException {
    var log = new EventLog();
    crawl.listen(log);
    return of(name, new Single(new LiveCrawl(crawl, directory, log), stories), address);
  }

  /**
   * Shows the crawl in a directory, whether or not another process runs it.
   *
   * @throws UsageException if no crawl is kept there
   * @throws IOException if the port is taken
   */
  public static Dashboard of(
      String name, Path directory, Function<UrlStory, String> stories, InetSocketAddress address)
      throws UsageException, IOException {
    return of(name, new Single(KeptCrawl.of(directory), stories), address);
  }

  private static Dashboard of(String name, Single single, InetSocketAddress address)
      throws IOException {
    return new Dashboard(new CrawlBoard(name, single.crawl), Optional.of(single), address);
  }

  /**
   * Shows a crawl of many workers, without changing it.
   *
   * @param crawl gives its latest state, to one thread at a time
   * @throws IOException if the port is taken
   */
  public static Dashboard ofCluster(
      String name, Supplier<ClusterSnapshot> crawl, InetSocketAddress address) throws IOException {
    return new Dashboard(new ClusterBoard(name, crawl), Optional.empty(), address);
  }

  /**
   * The snapshot that a process sends to a dashboard of another process: a JSON object on one line;
   * an empty one before the crawl has begun.
   */
  public static String snapshot(Crawl crawl) {
    return crawl.snapshot(CrawlSnapshot.Detail.ALL).map(BoardJson::of).orElse("{}");
  }

  /** The URL of its page, with the secret by which it may change the crawl, if it may. */
  public String url() {
    return server.url() + (single.isPresent() ? "#" + token.text() : "");
  }

  /** Waits until it is closed. */
  public void await() throws InterruptedException {
    server.await();
  }

  /** The task of each beat. A look that fails leaves the page as it was, with a message. */
  private final class Looking implements UpdateBroadcaster.Beat {
    @Override
    public void glance() {
      try {
        board.glance();
      } catch (UsageException | IOException | RuntimeException e) {
        return; // A look for watchers reports the failure.
      }
    }

    @Override
    public String look() {
      try {
        return whole(board.look());
      } catch (UsageException | IOException | RuntimeException e) {
        return trouble(e);
      }
    }

    @Override
    public UpdateBroadcaster.Glimpse glimpse() {
      try {
        Optional<String> part = board.glimpse();
        return part.isPresent()
            ? new UpdateBroadcaster.Glimpse("event: part\ndata: " + part.get() + "\n\n", false)
            : new UpdateBroadcaster.Glimpse(whole(board.look()), true);
      } catch (UsageException | IOException | RuntimeException e) {
        return new UpdateBroadcaster.Glimpse(trouble(e), true);
      }
    }

    private String whole(String text) {
      seen = text;
      return "data: " + text + "\n\n";
    }

    private static String trouble(Exception e) {
      String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      return "event: trouble\ndata: " + why.replaceAll("[\\r\\n]", " ") + "\n\n";
    }
  }

  private ServerResponse reply(ServerRequest question) throws IOException {
    if (question.method().equals("POST") != question.path().equals("/change")) {
      return ServerResponse.text(BAD, "POST is for changes, and changes are made by POST.\n");
    }
    return switch (question.path()) {
      case "/" -> resource("dashboard.html", "text/html; charset=utf-8");
      case "/dashboard.css" -> resource("dashboard.css", "text/css; charset=utf-8");
      case "/dashboard.js" -> resource("dashboard.js", "text/javascript; charset=utf-8");
      case "/events" -> new ServerResponse.Streamed(OK, "text/event-stream", this::stream);
      case "/status.json" -> ServerResponse.of(OK, "application/json", status());
      default -> single.isPresent() ? reply(single.get(), question) : notFound();
    };
  }

  private ServerResponse reply(Single crawl, ServerRequest question) throws IOException {
    return switch (question.path()) {
      case "/why" -> why(crawl, question.parameter("url").strip());
      case "/change" -> change(crawl.crawl, question);
      default -> notFound();
    };
  }

  private ServerResponse notFound() {
    return ServerResponse.text(NOT_FOUND, "The dashboard is at " + server.url() + "\n");
  }

  private static ServerResponse resource(String name, String mediaType) throws IOException {
    try (InputStream file = Dashboard.class.getResourceAsStream(name)) {
      if (file == null) {
        throw new IOException(name + " is not in the program");
      }
      return new ServerResponse.Whole(OK, mediaType, file.readAllBytes());
    }
  }

  private void stream(OutputStream to) throws IOException, InterruptedException {
    if (!pulse.enter()) {
      send("event: trouble\ndata: too many browsers watch; close one of them\n\n", to);
      return;
    }
    try {
      send("retry: 2000\n\n", to);
      UpdateBroadcaster.Frame frame = pulse.nextWhole(pulse.number());
      while (frame != null) {
        send(frame.text(), to);
        frame = pulse.next(frame.number());
      }
      send("event: end\ndata: \n\n", to);
    } finally {
      pulse.leave();
    }
  }

  private static void send(String text, OutputStream to) throws IOException {
    to.write(text.getBytes(StandardCharsets.UTF_8));
    to.flush();
  }

  /** The result of one look, for programs; watchers get the same. */
  private String status() {
    if (!pulse.enter()) {
      return seen;
    }
    try {
      pulse.nextWhole(pulse.number());
      return seen;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return seen;
    } finally {
      pulse.leave();
    }
  }

  private static ServerResponse why(Single single, String url) {
    if (url.isEmpty()) {
      return ServerResponse.text(BAD, "use a URL\n");
    }
    try {
      return ServerResponse.text(OK, single.stories.apply(single.crawl.why(url)));
    } catch (UsageException e) {
      return ServerResponse.text(BAD, e.getMessage() + "\n");
    } catch (IOException e) {
      return ServerResponse.text(BAD, "cannot read the crawl: " + e.getMessage() + "\n");
    }
  }

  /**
   * Makes a change. A request from a page of another origin is refused earlier; and neither a form
   * nor a script of such a page can send this field.
   */
  private ServerResponse change(DashboardSource crawl, ServerRequest question) throws IOException {
    if (!question.field(TOKEN_FIELD).map(token::is).orElse(false)) {
      return ServerResponse.text(
          FORBIDDEN, "this needs the URL that was printed when it started\n");
    }
    String text = question.text(MOST_CHANGE).orElse("").strip();
    try {
      return switch (crawl.change(ChangeText.parse(text))) {
        case Change.Made(LedgerEntry.Changed made) -> {
          pulse.hurry();
          yield ServerResponse.text(OK, made.text() + "\n");
        }
        case Change.Refused(String why) -> ServerResponse.text(CONFLICT, why + "\n");
      };
    } catch (UsageException e) {
      return ServerResponse.text(BAD, e.getMessage() + "\n");
    }
  }

  /** Shows the end of the crawl, and closes. */
  @Override
  public void close() {
    pulse.close();
    server.close();
    single.ifPresent(its -> its.crawl.close());
  }
}
