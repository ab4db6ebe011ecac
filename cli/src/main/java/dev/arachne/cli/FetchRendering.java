package dev.arachne.cli;

import dev.arachne.browser.Browser;
import dev.arachne.browser.BrowserException;
import dev.arachne.browser.BrowserOptions;
import dev.arachne.browser.PageReply;
import dev.arachne.browser.PageRequest;
import dev.arachne.browser.RenderedPage;
import dev.arachne.fetch.RobotsFile;
import dev.arachne.http.HttpClient;
import dev.arachne.http.HttpException;
import dev.arachne.http.HttpRequest;
import dev.arachne.http.HttpResponse;
import dev.arachne.options.UsageException;
import dev.arachne.protocol.Headers;
import dev.arachne.robots.RobotsVerdict;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Promise;
import dev.arachne.text.MediaTypeSniffer;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Origin;
import java.io.Closeable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A browser that renders the page of a fetch. Its requests go through the client of the fetch, if
 * the robots.txt of their host allows them. Confined to the client's loop. Alone in a class, so
 * that other fetches do not load the browser.
 */
final class FetchRendering implements Closeable {
  /** Bytes of one subresource. */
  private static final int MOST_BYTES = 8 << 20;

  private final FetchCommand command;
  private final CrawlUrl start;
  private final HttpClient client;
  private final Deadline deadline;
  private final BrowserOptions options;
  private final Browser browser;
  private final Map<Origin, Promise<RobotsFile>> robots = new HashMap<>();
  private final List<Request> requests = new ArrayList<>();

  /** A request of the page, and its outcome in words for people. */
  record Request(String url, String outcome) {}

  /**
   * A page in the browser. Immutable.
   *
   * @param url of the page after its scripts have run
   * @param document that they have made, or as it was received if rendering failed
   * @param leads URLs to which the scripts wanted to go
   * @param errors of the scripts, the first of them
   * @param actions that were done on the page, in order
   * @param requests of the page, in the order of their replies
   * @param failure why it was not rendered, or not completely; empty if it was
   */
  record Page(
      String url,
      byte[] document,
      List<String> leads,
      List<String> errors,
      List<RenderedPage.Action> actions,
      List<Request> requests,
      String failure) {}

  private FetchRendering(
      FetchCommand command,
      CrawlUrl start,
      HttpClient client,
      Deadline deadline,
      BrowserOptions options,
      Browser browser) {
    this.command = command;
    this.start = start;
    this.client = client;
    this.deadline = deadline;
    this.options = options;
    this.browser = browser;
  }

  /**
   * Starts a browser, and waits until it answers.
   *
   * @param start the URL of the fetch
   * @throws UsageException if this machine has no browser, or it does not start; the message says
   *     how to fix that
   */
  static FetchRendering start(
      FetchCommand command, CrawlUrl start, HttpClient client, Deadline deadline)
      throws UsageException {
    BrowserOptions options = command.browserOptions();
    try {
      return new FetchRendering(command, start, client, deadline, options, Browser.start(options));
    } catch (BrowserException e) {
      throw new UsageException(
          e.kind() == BrowserException.Kind.SELECTOR ? "--render-wait" : "--render",
          String.valueOf(e.getMessage()));
    }
  }

  /** Whether a response is a page of HTML, which can be rendered. */
  static boolean isPage(HttpResponse response) {
    byte[] body = response.body();
    String type = response.headers().first("Content-Type").orElse("");
    return response.isComplete() && MediaTypeSniffer.isHtml(body, 0, body.length, type);
  }

  /** Renders a page, and waits. */
  Page page(HttpResponse response) {
    var document =
        new PageReply.Answer(response.status(), fields(response.headers()), response.body());
    try {
      RenderedPage page = browser.show(response.url().toString(), document, this::reply);
      return new Page(
          page.url(),
          page.html().getBytes(StandardCharsets.UTF_8),
          page.leads().stream().map(RenderedPage.Lead::url).toList(),
          page.errors(),
          page.actions(),
          List.copyOf(requests),
          page.lack());
    } catch (BrowserException e) {
      return new Page(
          response.url().toString(),
          response.body(),
          List.of(),
          List.of(),
          List.of(),
          List.copyOf(requests),
          String.valueOf(e.getMessage()));
    }
  }

  private static List<PageRequest.Field> fields(Headers headers) {
    List<PageRequest.Field> fields = new ArrayList<>();
    for (int i = 0; i < headers.count(); i++) {
      fields.add(new PageRequest.Field(headers.name(i), headers.value(i)));
    }
    return fields;
  }

  private PageReply reply(PageRequest request) {
    var refusal = request.refusal(options);
    if (refusal.isPresent()) {
      return refused(request, refusal.get());
    }
    if (!(CrawlUrl.parse(request.url()) instanceof CrawlUrl url)) {
      return refused(request, "not an http or https URL");
    }
    RobotsVerdict verdict =
        robots(url.origin()).access().rules().verdict(RobotsCommand.OWN_NAME, url);
    if (!verdict.allowed()) {
      return refused(request, "disallowed by robots.txt: " + verdict.reason());
    }
    try {
      HttpResponse response = client.fetch(asking(url, request), deadline);
      if (!response.isComplete()) {
        return refused(request, "larger than 8 MiB, or cut");
      }
      byte[] body = response.body();
      String outcome = "status " + response.status() + ", " + body.length + " bytes";
      requests.add(new Request(request.url(), outcome));
      return new PageReply.Answer(response.status(), fields(response.headers()), body);
    } catch (HttpException e) {
      requests.add(new Request(request.url(), e.failure().text()));
      return new PageReply.Refused();
    }
  }

  private PageReply refused(PageRequest request, String why) {
    requests.add(new Request(request.url(), "refused: " + why));
    return new PageReply.Refused();
  }

  /** The robots.txt of a host, which one of its requests fetches. */
  private RobotsFile robots(Origin origin) {
    Promise<RobotsFile> known = robots.get(origin);
    if (known != null) {
      return known.await();
    }
    var file = new Promise<RobotsFile>(EventLoop.current(), "the robots.txt of " + origin);
    robots.put(origin, file);
    try {
      file.complete(RobotsFile.ask(client, origin));
    } finally {
      if (!file.isDone()) {
        file.cancel();
      }
    }
    return file.await();
  }

  /** The request of the user, for a part of the page, with the fields that the page adds. */
  private HttpRequest asking(CrawlUrl url, PageRequest request) {
    HttpRequest asking = command.request(start, url).ifNoLargerThan(MOST_BYTES);
    Set<String> typed =
        command.fields.or(List.of()).stream()
            .map(field -> field.name().toLowerCase(Locale.ROOT))
            .collect(Collectors.toSet());
    for (PageRequest.Field field : request.sentFields()) {
      String name = field.name().toLowerCase(Locale.ROOT);
      if (!typed.contains(name) && !(name.equals("referer") && command.referer.isGiven())) {
        asking = asking.with(field.name(), field.value());
      }
    }
    return asking;
  }

  /** Ends the browser. */
  @Override
  public void close() {
    browser.close();
  }
}
