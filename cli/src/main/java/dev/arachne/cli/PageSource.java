package dev.arachne.cli;

import dev.arachne.archive.CaptureIndex;
import dev.arachne.arguments.NetworkValues;
import dev.arachne.browser.BrowserOptions;
import dev.arachne.browser.PageRequest;
import dev.arachne.directory.ArchiveSources;
import dev.arachne.extract.HeaderLinks;
import dev.arachne.extract.Outlink;
import dev.arachne.extract.OutlinkKind;
import dev.arachne.fetch.RedirectChain;
import dev.arachne.http.HttpClient;
import dev.arachne.http.HttpOptions;
import dev.arachne.http.HttpRequest;
import dev.arachne.http.HttpResponse;
import dev.arachne.http.PortPolicy;
import dev.arachne.network.AddressPolicy;
import dev.arachne.offline.OfflineWorld;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.FileFailure;
import dev.arachne.options.RobotsPolicy;
import dev.arachne.options.TypedUrl;
import dev.arachne.options.UsageException;
import dev.arachne.protocol.HttpLimits;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskFailedException;
import dev.arachne.runtime.World;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import picocli.CommandLine.TypeConversionException;

/**
 * A page from the place that the user names: the web, a file, standard input.
 *
 * @param bytes content codings undone
 * @param contentType as sent, or the type by the name of the file; empty if neither is known
 * @param url the base of its references; see {@link #display}
 * @param announced links of the answer's header
 * @param scripted links to which scripts of the page wanted to go, if it was rendered; the document
 *     may have some of them as well
 * @param response the answer; empty for a file
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record PageSource(
    byte[] bytes,
    String contentType,
    CrawlUrl url,
    List<Outlink> announced,
    List<Outlink> scripted,
    Optional<HttpResponse> response) {
  /** The URL of a file without a base, since no URL of ours is a file's; see RFC 6761. */
  private static final String LOCAL_ORIGIN = "http://file.invalid";

  private static final int MAX_REDIRECTS = 10;

  /** The largest page, in bytes, as for a page of the web. */
  private static final int MAX_BYTES = (int) HttpLimits.DEFAULT.decodedBytes();

  /**
   * Reads a page, from the web over redirects.
   *
   * @param typed a URL, a file that exists, or {@code -} for {@code in}
   * @param base where a page that is not of the web belongs
   * @param archives that answer in place of the web; none for the web itself
   * @param browser that renders a page of HTML of the web; empty if none does
   * @throws TypeConversionException if the text is not one of these
   * @throws IOException if there is no page
   */
  static PageSource read(
      String typed,
      Optional<CrawlUrl> base,
      List<Path> archives,
      Optional<BrowserOptions> browser,
      InputStream in)
      throws UsageException, IOException {
    if (browser.isPresent()
        && (!archives.isEmpty() || typed.equals("-") || file(typed).isPresent())) {
      throw new TypeConversionException("--render is for pages of the web; leave it out");
    }
    if (!archives.isEmpty()) {
      return archived(NetworkValues.url(typed), archives);
    }
    if (typed.equals("-")) {
      return new PageSource(
          all(in, "standard input: "),
          "",
          base.orElse(at(Path.of("-"))),
          List.of(),
          List.of(),
          Optional.empty());
    }
    Optional<Path> file = file(typed);
    if (file.isPresent()) {
      return saved(file.get(), base);
    }
    if (base.isPresent()) {
      throw new TypeConversionException(
          "--base is for files and standard input; a URL is its own base");
    }
    CrawlUrl url = NetworkValues.url(typed);
    return fetched(
        url, World.real(), options(url), RobotsPolicy.IGNORE, RobotsPolicy.OBEY, _ -> browser);
  }

  /**
   * Reads a file, or a page of the web if robots.txt allows it.
   *
   * @param robots whether robots.txt is obeyed
   * @param browser the browser that renders a page of HTML, by its URL; empty if it is not rendered
   * @throws TypeConversionException if the text is neither
   * @throws IOException if there is no page, or robots.txt does not allow it
   */
  static PageSource readPolitely(
      String typed, RobotsPolicy robots, Function<CrawlUrl, Optional<BrowserOptions>> browser)
      throws UsageException, IOException {
    Optional<Path> file = file(typed);
    if (file.isPresent()) {
      return saved(file.get(), Optional.empty());
    }
    CrawlUrl url = NetworkValues.url(typed);
    return fetched(url, World.real(), options(url), robots, robots, browser);
  }

  /** A URL found on a page, for people: a local one begins with {@code file:}. */
  static String display(CrawlUrl url) {
    String text = url.toString();
    return text.startsWith(LOCAL_ORIGIN + "/")
        ? "file://" + text.substring(LOCAL_ORIGIN.length())
        : text;
  }

  /**
   * A text in the form of a path must be a file; a bare word is a file if one of that name exists.
   */
  private static Optional<Path> file(String typed) {
    if (TypedUrl.hasScheme(typed)) {
      return Optional.empty();
    }
    try {
      Path path = Path.of(typed);
      if (Files.isDirectory(path)) {
        throw new TypeConversionException(typed + " is a folder; use a file in it, or a URL");
      }
      if (Files.exists(path)) {
        return Optional.of(path);
      }
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
    if (typed.startsWith("/") || typed.startsWith("./") || typed.startsWith("../")) {
      throw new TypeConversionException("there is no file " + typed + "; use a file or a URL");
    }
    return Optional.empty();
  }

  private static PageSource saved(Path file, Optional<CrawlUrl> base) throws IOException {
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = all(in, "");
    } catch (IOException e) {
      throw new IOException("cannot read " + file + ": " + FileFailure.reason(e), e);
    }
    return new PageSource(
        bytes, contentType(file), base.orElse(at(file)), List.of(), List.of(), Optional.empty());
  }

  private static byte[] all(InputStream in, String name) throws IOException {
    byte[] bytes = in.readNBytes(MAX_BYTES + 1);
    if (bytes.length > MAX_BYTES) {
      throw new IOException(name + "more than " + (MAX_BYTES >> 20) + " MiB, which no page has");
    }
    return bytes;
  }

  /** The place of a file as a URL that references can be resolved against. */
  private static CrawlUrl at(Path file) {
    return CrawlUrl.of(LOCAL_ORIGIN + file.toAbsolutePath().toUri().getRawPath());
  }

  /**
   * The types of documents with links, by their names; all other types are recognised by content.
   */
  private static String contentType(Path file) {
    String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
    return switch (name.substring(name.lastIndexOf('.') + 1)) {
      case "html", "htm", "shtml" -> "text/html";
      case "xhtml", "xht" -> "application/xhtml+xml";
      case "json" -> "application/json";
      case "xml" -> "text/xml";
      case "rss" -> "application/rss+xml";
      case "atom" -> "application/atom+xml";
      case "svg" -> "image/svg+xml";
      case "css" -> "text/css";
      default -> "";
    };
  }

  private static PageSource archived(CrawlUrl url, List<Path> archives)
      throws UsageException, IOException {
    CaptureIndex captures =
        CaptureIndex.of(ArchiveSources.of("--from ", archives).files(), _ -> {});
    try (var world = new OfflineWorld(captures, Instant.MAX)) {
      HttpOptions options = HttpOptions.DEFAULT.withAnswers(world.answers());
      return fetched(
          url, world, options, RobotsPolicy.IGNORE, RobotsPolicy.IGNORE, _ -> Optional.empty());
    }
  }

  private static HttpOptions options(CrawlUrl url) {
    return HttpOptions.DEFAULT
        .withUserAgent(CrawlOptions.DEFAULT_USER_AGENT)
        .withAddresses(AddressPolicy.PUBLIC.orHosts(Set.of(url.host())))
        .withPorts(PortPolicy.WEB.orOrigins(Set.of(url.origin())));
  }

  private static PageSource fetched(
      CrawlUrl start,
      World world,
      HttpOptions options,
      RobotsPolicy ofPage,
      RobotsPolicy ofParts,
      Function<CrawlUrl, Optional<BrowserOptions>> browser)
      throws UsageException, IOException {
    try {
      return EventLoop.run(
          world,
          "page",
          () -> {
            try (var client = new HttpClient(options)) {
              var requests = new Requests(ofPage, ofParts, new RobotsFiles(client));
              HttpResponse response =
                  arrived(
                      start,
                      RedirectChain.follow(
                          client, start, MAX_REDIRECTS, Deadline.NEVER, requests::permitted));
              PageSource page = answered(response);
              Optional<BrowserOptions> its =
                  browser.apply(response.url()).filter(_ -> RenderingBrowser.isPage(response));
              return its.isPresent() ? page.rendered(client, its.get(), requests) : page;
            }
          });
    } catch (TaskFailedException e) {
      switch (e.failure()) {
        case UncheckedIOException refused -> throw refused.getCause();
        case IOException failed -> throw failed;
        case UsageException mistake -> throw mistake;
        default -> throw e;
      }
    }
  }

  /** The requests for a page and for its parts, which obey robots.txt or ignore it. */
  private record Requests(RobotsPolicy ofPage, RobotsPolicy ofParts, RobotsFiles files)
      implements RenderingBrowser.Asking {
    @Override
    public Optional<String> refusal(CrawlUrl url) {
      return refusal(ofParts, url);
    }

    private Optional<String> refusal(RobotsPolicy robots, CrawlUrl url) {
      return robots == RobotsPolicy.IGNORE ? Optional.empty() : files.refusal(url);
    }

    @Override
    public HttpRequest request(CrawlUrl url, PageRequest ofPage) {
      HttpRequest asked = HttpRequest.get(url);
      for (PageRequest.Field field : ofPage.sentFields()) {
        asked = asked.with(field.name(), field.value());
      }
      return asked;
    }

    HttpRequest permitted(CrawlUrl url) {
      Optional<String> refusal = refusal(ofPage, url);
      if (refusal.isPresent()) {
        throw new UncheckedIOException(
            new IOException(
                url + ": not allowed by robots.txt: " + refusal.get() + " (--ignore-robots)"));
      }
      return HttpRequest.get(url);
    }
  }

  /** The same page as its scripts make it. */
  private PageSource rendered(HttpClient client, BrowserOptions browser, Requests requests)
      throws UsageException, IOException {
    try (var rendering = RenderingBrowser.start(browser, client, Deadline.NEVER, requests)) {
      RenderingBrowser.Page page = rendering.page(response.orElseThrow());
      if (!page.failure().isEmpty()) {
        throw new IOException(url + ": not rendered completely: " + page.failure());
      }
      List<Outlink> leads = new ArrayList<>();
      for (String lead : page.leads()) {
        if (CrawlUrl.parse(lead) instanceof CrawlUrl target) {
          leads.add(new Outlink(target, OutlinkKind.ANCHOR, "", ""));
        }
      }
      return new PageSource(
          page.document(), "text/html; charset=utf-8", url, announced, leads, response);
    }
  }

  private static HttpResponse arrived(CrawlUrl start, RedirectChain trail) throws IOException {
    return switch (trail) {
      case RedirectChain.Arrived(var answers) -> answers.getLast();
      case RedirectChain.TooLong _ -> throw new IOException(start + ": too many redirects");
      case RedirectChain.Astray(var _, var target) ->
          throw new IOException(
              start + " redirects to " + target.shortInput() + ": " + target.reason().text());
      case RedirectChain.Broken(var _, var failure) -> throw failure;
    };
  }

  private static PageSource answered(HttpResponse response) throws IOException {
    if (response.status() != 200) {
      throw new IOException(response.url() + ": the server answered " + response.status());
    }
    if (!response.isComplete()) {
      throw new IOException(response.url() + ": the body ended early");
    }
    List<Outlink> announced = new ArrayList<>();
    for (String value : response.headers().all("Link")) {
      announced.addAll(HeaderLinks.links(value, response.url()));
    }
    for (String value : response.headers().all("Refresh")) {
      HeaderLinks.refresh(value, response.url()).ifPresent(announced::add);
    }
    String contentType = response.headers().first("Content-Type").orElse("");
    return new PageSource(
        response.body(), contentType, response.url(), announced, List.of(), Optional.of(response));
  }
}
