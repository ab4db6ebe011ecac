package dev.arachne.cli;

import dev.arachne.archive.CaptureIndex;
import dev.arachne.arguments.NetworkValues;
import dev.arachne.directory.ArchiveSources;
import dev.arachne.extract.HeaderLinks;
import dev.arachne.extract.Outlink;
import dev.arachne.fetch.RedirectChain;
import dev.arachne.fetch.RobotsFile;
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
import dev.arachne.robots.RobotsVerdict;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskFailedException;
import dev.arachne.runtime.World;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Origin;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.TypeConversionException;

/**
 * A page from the place that the user names: the web, a file, standard input.
 *
 * @param bytes content codings undone
 * @param contentType as sent, or the type by the name of the file; empty if neither is known
 * @param url the base of its references; see {@link #display}
 * @param announced links of the answer's header
 * @param response the answer; empty for a file
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record PageSource(
    byte[] bytes,
    String contentType,
    CrawlUrl url,
    List<Outlink> announced,
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
   * @throws TypeConversionException if the text is not one of these
   * @throws IOException if there is no page
   */
  static PageSource read(String typed, Optional<CrawlUrl> base, List<Path> archives, InputStream in)
      throws UsageException, IOException {
    if (!archives.isEmpty()) {
      return archived(NetworkValues.url(typed), archives);
    }
    if (typed.equals("-")) {
      return new PageSource(
          all(in, "standard input: "),
          "",
          base.orElse(at(Path.of("-"))),
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
    return fetched(NetworkValues.url(typed));
  }

  /**
   * Reads a file, or a page of the web if robots.txt allows it.
   *
   * @param robots whether robots.txt is obeyed
   * @throws TypeConversionException if the text is neither
   * @throws IOException if there is no page, or robots.txt does not allow it
   */
  static PageSource readPolitely(String typed, RobotsPolicy robots) throws IOException {
    Optional<Path> file = file(typed);
    if (file.isPresent()) {
      return saved(file.get(), Optional.empty());
    }
    CrawlUrl url = NetworkValues.url(typed);
    return fetched(
        url,
        World.real(),
        options(url),
        robots == RobotsPolicy.IGNORE ? (_, _) -> {} : new RobotsCheck());
  }

  /** Whether a page may be requested; asks each host of a trail of redirects for its rules once. */
  private static final class RobotsCheck implements Permission {
    private final Map<Origin, RobotsFile> files = new HashMap<>();

    @Override
    public void check(HttpClient client, CrawlUrl url) throws IOException {
      RobotsFile file = files.computeIfAbsent(url.origin(), its -> RobotsFile.ask(client, its));
      RobotsVerdict verdict =
          file.access().rules().verdict(CrawlOptions.DEFAULT_USER_AGENT.split("/", 2)[0], url);
      if (!verdict.allowed()) {
        throw new IOException(
            url + ": not allowed by robots.txt: " + verdict.reason() + " (--ignore-robots)");
      }
    }
  }

  /** Says whether a page may be requested. */
  private interface Permission {
    /**
     * Checks a URL before its request.
     *
     * @throws IOException if it must not be requested
     */
    void check(HttpClient client, CrawlUrl url) throws IOException;
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
        bytes, contentType(file), base.orElse(at(file)), List.of(), Optional.empty());
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
      return fetched(url, world, HttpOptions.DEFAULT.withAnswers(world.answers()));
    }
  }

  private static HttpOptions options(CrawlUrl url) {
    return HttpOptions.DEFAULT
        .withUserAgent(CrawlOptions.DEFAULT_USER_AGENT)
        .withAddresses(AddressPolicy.PUBLIC.orHosts(Set.of(url.host())))
        .withPorts(PortPolicy.WEB.orOrigins(Set.of(url.origin())));
  }

  private static PageSource fetched(CrawlUrl url) throws IOException {
    return fetched(url, World.real(), options(url));
  }

  private static PageSource fetched(CrawlUrl url, World world, HttpOptions options)
      throws IOException {
    return fetched(url, world, options, (_, _) -> {});
  }

  private static PageSource fetched(
      CrawlUrl start, World world, HttpOptions options, Permission permission) throws IOException {
    RedirectChain trail;
    try {
      trail =
          EventLoop.run(
              world,
              "page",
              () -> {
                try (var client = new HttpClient(options)) {
                  return RedirectChain.follow(
                      client,
                      start,
                      MAX_REDIRECTS,
                      Deadline.NEVER,
                      url -> permitted(client, url, permission));
                }
              });
    } catch (TaskFailedException e) {
      if (e.failure() instanceof UncheckedIOException refused) {
        throw refused.getCause();
      }
      throw e;
    }
    return switch (trail) {
      case RedirectChain.Arrived(var answers) -> answered(answers.getLast());
      case RedirectChain.TooLong _ -> throw new IOException(start + ": too many redirects");
      case RedirectChain.Astray(var _, var target) ->
          throw new IOException(
              start + " redirects to " + target.shortInput() + ": " + target.reason().text());
      case RedirectChain.Broken(var _, var failure) -> throw failure;
    };
  }

  private static HttpRequest permitted(HttpClient client, CrawlUrl url, Permission permission) {
    try {
      permission.check(client, url);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return HttpRequest.get(url);
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
        response.body(), contentType, response.url(), announced, Optional.of(response));
  }
}
