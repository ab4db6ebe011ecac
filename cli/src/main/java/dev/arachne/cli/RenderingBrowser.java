package dev.arachne.cli;

import dev.arachne.browser.Browser;
import dev.arachne.browser.BrowserException;
import dev.arachne.browser.BrowserOptions;
import dev.arachne.browser.PageReply;
import dev.arachne.browser.PageRequest;
import dev.arachne.browser.PageWait;
import dev.arachne.browser.RenderedPage;
import dev.arachne.http.HttpClient;
import dev.arachne.http.HttpException;
import dev.arachne.http.HttpRequest;
import dev.arachne.http.HttpResponse;
import dev.arachne.options.BrowserSandbox;
import dev.arachne.options.RenderInteraction;
import dev.arachne.options.RenderWait;
import dev.arachne.options.UsageException;
import dev.arachne.protocol.Headers;
import dev.arachne.runtime.Deadline;
import dev.arachne.text.MediaTypeSniffer;
import dev.arachne.url.CrawlUrl;
import java.io.Closeable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A browser that renders a page that a verb has fetched. The requests of the page go through the
 * client of the verb. Confined to the client's loop. Alone in a class, so that fetches without it
 * do not load the browser.
 */
final class RenderingBrowser implements Closeable {
  /** Bytes of one subresource. */
  private static final int MOST_BYTES = 8 << 20;

  private final HttpClient client;
  private final Deadline deadline;
  private final Asking asking;
  private final BrowserOptions options;
  private final Browser browser;
  private final List<Request> requests = new ArrayList<>();

  /** How a verb asks for the parts of a page. */
  interface Asking {
    /** The line of robots.txt that disallows a URL; empty if it may be requested. Waits. */
    Optional<String> refusal(CrawlUrl url);

    /** The request for a URL that the page asks for. */
    HttpRequest request(CrawlUrl url, PageRequest request);
  }

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

  private RenderingBrowser(
      HttpClient client,
      Deadline deadline,
      Asking asking,
      BrowserOptions options,
      Browser browser) {
    this.client = client;
    this.deadline = deadline;
    this.asking = asking;
    this.options = options;
    this.browser = browser;
  }

  /**
   * Options for the browser.
   *
   * @param program the first Chromium on the path if empty
   * @param agent its User-Agent
   */
  static BrowserOptions options(
      Optional<Path> program,
      BrowserSandbox sandbox,
      String agent,
      RenderWait wait,
      RenderInteraction interaction) {
    PageWait until =
        switch (wait) {
          case RenderWait.Time(Duration time) -> new PageWait.Time(time);
          case RenderWait.Element(String selector) -> new PageWait.Element(selector);
        };
    return new BrowserOptions(
        program,
        sandbox == BrowserSandbox.OFF ? BrowserOptions.Sandbox.OFF : BrowserOptions.Sandbox.ON,
        agent,
        until,
        until.life(),
        Set.of(),
        interaction == RenderInteraction.ON,
        BrowserOptions.Priority.NORMAL);
  }

  /**
   * Starts a browser, and waits until it answers.
   *
   * @param deadline of its requests
   * @throws UsageException if this machine has no browser, or it does not start; the message says
   *     how to fix that
   */
  static RenderingBrowser start(
      BrowserOptions options, HttpClient client, Deadline deadline, Asking asking)
      throws UsageException {
    try {
      return new RenderingBrowser(client, deadline, asking, options, Browser.start(options));
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
    Optional<String> disallowed = asking.refusal(url);
    if (disallowed.isPresent()) {
      return refused(request, "disallowed by robots.txt: " + disallowed.get());
    }
    try {
      HttpRequest ours = asking.request(url, request).ifNoLargerThan(MOST_BYTES);
      HttpResponse response = client.fetch(ours, deadline);
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

  /** Ends the browser. */
  @Override
  public void close() {
    browser.close();
  }
}
