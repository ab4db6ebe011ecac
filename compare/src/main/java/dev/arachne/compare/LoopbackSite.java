package dev.arachne.compare;

import dev.arachne.road.ChildJvm;
import dev.arachne.testkit.LinkedPages;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import dev.arachne.testkit.TopFilms;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The sites that stages are measured on, served on the loopback interface by a process of its own,
 * so that the cost of serving is not in any stage's figures. (Both still share the machine's cores:
 * a server that is busy makes a stage wait, and none of these are, since they mostly wait too.)
 *
 * <p>Each has a port of its own:
 *
 * <ul>
 *   <li>{@code pages}: pages that link to each other, each a latency late;
 *   <li>{@code quick}: the same at once, to warm up on;
 *   <li>{@code films}: the list of 250 films, each page a latency late;
 *   <li>{@code held}: never answers;
 *   <li>{@code holding}: has the number of requests that wait at {@code held}.
 * </ul>
 */
final class LoopbackSite implements AutoCloseable {
  private static final int PAGE_BYTES = 10_000;
  private static final int LINKS = 10;
  private static final int SEED = 1;

  private final Process server;
  private final int pages;
  private final List<Integer> ports;

  private LoopbackSite(Process server, int pages, List<Integer> ports) {
    this.server = server;
    this.pages = pages;
    this.ports = ports;
  }

  /** Starts to serve {@code pages} pages. */
  static LoopbackSite start(int pages, Duration latency) throws IOException {
    Process server = ChildJvm.small(LoopbackSite.class).start("" + pages, latency.toString());
    String told = server.inputReader().readLine();
    if (told == null) {
      throw new IOException("the site on the loopback interface did not start");
    }
    return new LoopbackSite(
        server, pages, Arrays.stream(told.split(" ")).map(Integer::valueOf).toList());
  }

  /** Every page. */
  List<CrawlUrl> pages() {
    return urls(0);
  }

  /** Every page, without latency. */
  List<CrawlUrl> quick() {
    return urls(1);
  }

  /** The list's pages, in order. */
  List<CrawlUrl> films() {
    return IntStream.rangeClosed(1, TopFilms.LIST_PAGES)
        .mapToObj(page -> url(2, page == 1 ? "/" : "/?page=" + page))
        .toList();
  }

  /** Pages that never come. */
  List<CrawlUrl> held(int count) {
    return IntStream.range(0, count).mapToObj(i -> url(3, "/" + i)).toList();
  }

  /** A page with the number of requests that wait for one of {@link #held}. */
  CrawlUrl holding() {
    return url(4, "/");
  }

  @Override
  public void close() {
    server.destroy();
  }

  private List<CrawlUrl> urls(int site) {
    return IntStream.range(0, pages).mapToObj(i -> url(site, LinkedPages.path(i))).toList();
  }

  private CrawlUrl url(int site, String target) {
    return CrawlUrl.of("http://127.0.0.1:" + ports.get(site) + target);
  }

  /**
   * The server's side: prints its ports, and serves until its input ends, which happens when its
   * parent process ends.
   */
  public static void main(String[] arguments) throws IOException {
    var latency = Duration.parse(arguments[1]);
    var linked = new LinkedPages(Integer.parseInt(arguments[0]), PAGE_BYTES, LINKS, SEED);
    TestWeb held = serve(_ -> Reply.hang());
    List<TestWeb> webs =
        List.of(
            serve(linked.with(reply -> late(reply, latency))),
            serve(linked),
            serve(new TopFilms().with(reply -> late(reply, latency))),
            held,
            serve(_ -> Reply.text("" + held.openRequests())));
    System.out.println(String.join(" ", webs.stream().map(web -> "" + web.port()).toList()));
    while (System.in.read() >= 0) {}
    Runtime.getRuntime().halt(0);
  }

  private static TestWeb serve(TestSite site) {
    return TestWeb.plan().countOnly().site(site).start();
  }

  private static Reply late(Reply reply, Duration latency) {
    return latency.isZero() ? reply : reply.after(latency);
  }
}
