package dev.arachne.replay;

import dev.arachne.archive.Cdxj;
import dev.arachne.text.DocumentText;
import dev.arachne.url.CrawlUrl;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/*
 *   /                      hosts, and the pages of the only one
 *   /-/...                 our own: find, host, timegate/URL, timemap/URL, ca.pem, ui/, wacz/
 *   /URL, or /STAR/URL     the calendar of a URL (STAR is an asterisk)
 *   /TIME/URL              the capture nearest to a time, its references rewritten
 *   /TIMEid_/URL           its bytes
 *
 * All archived sites have our origin in this mode. So each capture is in a sandbox: it has an
 * opaque origin, cannot read our pages or other captures, and its policy lets its scripts load from
 * here only. A page that is not rewritten could lead elsewhere without a script: it runs no
 * scripts, follows no refresh, and loads nothing.
 */

/** Answers browsers that request the replay's own address. Thread-safe. */
final class PlainMode {
  private static final int MOST_REWRITTEN_BYTES = 32 << 20;

  /** Pages that are in memory for rewriting, at most. */
  private static final int MOST_REWRITTEN = 4;

  private static final String POLICY = "Content-Security-Policy";

  /** The policy of answers that are not rewritten. */
  private static final String SEALED = "sandbox; default-src 'none'";

  private static final Pattern TIMED = Pattern.compile("^/(\\d{4,14})(id_)?/(.+)$");
  private static final String FIRST_INSTANT = "00000101000000";

  private final Mementos mementos;
  private final ArchiveList list;
  private final Extras extras;
  private final Semaphore room = new Semaphore(MOST_REWRITTEN);

  PlainMode(Mementos mementos, Extras extras) {
    this.mementos = mementos;
    this.extras = extras;
    list = new ArchiveList(mementos.index());
  }

  Reply answer(Request request, String target) throws IOException {
    if (!request.method().equals("GET") && !request.isHead()) {
      return OwnPages.failure(405, "GET and HEAD only", request.method());
    }
    String host = request.field("Host");
    Matcher timed = TIMED.matcher(target);
    if (timed.matches()) {
      return capture(timed.group(1), timed.group(2) != null, url(timed.group(3)), request);
    }
    int question = target.indexOf('?');
    String path = question < 0 ? target : target.substring(0, question);
    String query = question < 0 ? "" : target.substring(question + 1);
    if (path.equals("/")) {
      return home(value(query, "from"), host);
    }
    if (target.startsWith("/-/timegate/")) {
      return timegate(url(target.substring("/-/timegate/".length())), request);
    }
    if (target.startsWith("/-/timemap/")) {
      return timemap(url(target.substring("/-/timemap/".length())), host);
    }
    return switch (path) {
      case "/favicon.ico", "/robots.txt" -> OwnPages.failure(404, "Not found", path);
      case "/-/find" -> Reply.redirect("/*/" + found(value(query, "url")));
      case "/-/host" ->
          host(value(query, "key"), value(query, "from"), !value(query, "all").isEmpty());
      default ->
          path.startsWith("/-/")
              ? extras.answer(path, request)
              : calendar(url(target.replaceFirst("^/(\\*/)?", "")));
    };
  }

  /** A URL as it was typed behind a path: without a scheme, or with one slash only. */
  private static String url(String typed) {
    String text = typed.replaceFirst("^(https?):/+", "$1://");
    boolean hasScheme =
        text.matches("^[A-Za-z][A-Za-z0-9+.-]*:.*") && !text.matches("^[^/:]+:\\d+(/.*)?$");
    return hasScheme ? text : "http://" + text;
  }

  private static String found(String typed) {
    return Mementos.canonical(url(typed.strip()));
  }

  /** The value of a form's field. */
  private static String value(String query, String name) {
    for (String pair : query.split("&", -1)) {
      if (pair.startsWith(name + "=")) {
        try {
          return URLDecoder.decode(pair.substring(name.length() + 1), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
          return "";
        }
      }
    }
    return "";
  }

  // Lists.

  private Reply home(String from, String host) throws IOException {
    List<Cdxj> hosts = list.hosts(from);
    var html = new StringBuilder();
    if (hosts.isEmpty()) {
      html.append("<h1>Nothing is in this archive</h1>\n");
    } else if (hosts.size() == 1 && from.isEmpty()) {
      Cdxj only = hosts.getFirst();
      html.append("<h1>").append(OwnPages.escaped(ArchiveList.name(only))).append("</h1>\n");
      html.append(list.pagesHtml(hostKey(only), "", false));
    } else {
      html.append("<h1>Hosts</h1>\n").append(list.hostsHtml(hosts));
    }
    html.append(extras.html(host));
    return Reply.page(200, OwnPages.page("Archive", "", html.toString()));
  }

  private static String hostKey(Cdxj capture) {
    int end = capture.key().indexOf(')');
    return end < 0 ? capture.key() : capture.key().substring(0, end + 1);
  }

  private Reply host(String key, String from, boolean isAll) throws IOException {
    Optional<Cdxj> first = mementos.index().ceiling(key);
    if (key.isEmpty() || first.isEmpty() || !first.get().key().startsWith(key)) {
      return OwnPages.failure(404, "Not in the archive", key);
    }
    String name = ArchiveList.name(first.get());
    String html = "<h1>" + OwnPages.escaped(name) + "</h1>\n" + list.pagesHtml(key, from, isAll);
    return Reply.page(200, OwnPages.page(name, "", html));
  }

  private Reply calendar(String url) throws IOException {
    List<Cdxj> captures = mementos.all(url);
    return captures.isEmpty()
        ? OwnPages.missing(url, false)
        : Reply.page(200, OwnPages.calendar(url, captures));
  }

  // Memento, RFC 7089.

  private Reply timegate(String url, Request request) throws IOException {
    String asked = request.field("Accept-Datetime");
    Optional<Instant> time = HttpDate.parse(asked);
    if (!asked.isEmpty() && time.isEmpty()) {
      return OwnPages.failure(400, "Accept-Datetime is not a date of HTTP", asked);
    }
    Optional<StoredAnswer> found = mementos.nearest(url, time.orElse(Instant.MAX));
    if (found.isEmpty()) {
      return OwnPages.missing(url, !mementos.all(url).isEmpty());
    }
    try (StoredAnswer answer = found.get()) {
      String host = request.field("Host");
      return Reply.redirect("http://" + host + OwnPages.at(answer.capture()))
          .with("Vary", "accept-datetime")
          .with("Link", new MementoLinks(host, url, mementos.all(url)).header(Optional.empty()));
    }
  }

  private Reply timemap(String url, String host) throws IOException {
    List<Cdxj> captures = mementos.all(url);
    if (captures.isEmpty()) {
      return OwnPages.missing(url, false);
    }
    String map = new MementoLinks(host, url, captures).map();
    return Reply.of(200, "application/link-format", map.getBytes(StandardCharsets.UTF_8));
  }

  // Captures.

  private Reply capture(String digits, boolean isRaw, String url, Request request)
      throws IOException {
    String whole = digits + FIRST_INSTANT.substring(digits.length());
    Optional<Instant> time = Timestamps.parse(whole);
    if (time.isEmpty()) {
      return OwnPages.failure(404, "This is not a date", digits);
    }
    Optional<StoredAnswer> found = mementos.nearest(url, time.get());
    if (found.isEmpty()) {
      return OwnPages.missing(url, !mementos.all(url).isEmpty());
    }
    StoredAnswer answer = found.get();
    Cdxj capture = answer.capture();
    boolean isExact =
        capture.timestamp().equals(digits)
            && Mementos.canonical(capture.url()).equals(Mementos.canonical(url));
    if (!isExact && !isPart(request)) {
      answer.close();
      String raw = isRaw ? "id_" : "";
      return Reply.redirect("/" + capture.timestamp() + raw + "/" + capture.url())
          .with("Link", MementoLinks.original(capture.url()));
    }
    String host = request.field("Host");
    List<Header> headers = new ArrayList<>();
    headers.add(new Header("Memento-Datetime", HttpDate.text(capture.time())));
    headers.add(
        new Header(
            "Link",
            new MementoLinks(host, capture.url(), mementos.all(url)).header(Optional.of(capture))));
    headers.add(new Header("Cache-Control", "no-store"));
    boolean isShared =
        request.field("Origin").equals("null")
            && List.of("font", "script", "style").contains(request.field("Sec-Fetch-Dest"));
    if (isShared) {
      headers.add(new Header("Access-Control-Allow-Origin", "null"));
    }
    return isRaw ? raw(answer, headers) : shown(answer, headers, policy(host));
  }

  /** Whether a browser requests a part of a page, which need not know its own address. */
  private static boolean isPart(Request request) {
    String kind = request.field("Sec-Fetch-Dest");
    return !kind.isEmpty() && !List.of("document", "iframe", "frame").contains(kind);
  }

  private static String policy(String host) {
    String here = "http://" + host;
    return "sandbox allow-scripts allow-forms allow-modals; default-src "
        + here
        + " 'unsafe-inline' 'unsafe-eval' data: blob:; form-action "
        + here
        + "; base-uri "
        + here;
  }

  private static Reply raw(StoredAnswer answer, List<Header> headers) {
    for (Header header : answer.headers()) {
      if (header.isNamed("Content-Type") || header.isNamed("Content-Encoding")) {
        headers.add(header);
      }
    }
    headers.add(new Header(POLICY, SEALED));
    return new Reply(200, headers, new ClosingStream(answer.coded(), answer), -1);
  }

  private Reply shown(StoredAnswer answer, List<Header> headers, String policy) throws IOException {
    if (!(CrawlUrl.parse(answer.capture().url()) instanceof CrawlUrl base)) {
      return raw(answer, headers);
    }
    String prefix = "/" + answer.capture().timestamp() + "/";
    var rewriting = new Rewriting(prefix, base, 0);
    if (answer.isRedirect()) {
      answer.close();
      return new Reply(answer.status(), headers, InputStream.nullInputStream(), 0)
          .with("Location", rewriting.reference(answer.field("Location")));
    }
    String type = answer.field("Content-Type");
    String kind = type.replaceFirst(";.*$", "").strip().toLowerCase(Locale.ROOT);
    boolean isText = List.of("text/html", "application/xhtml+xml", "text/css", "").contains(kind);
    for (String name : List.of("Content-Language", "Content-Disposition", "Refresh")) {
      String value = answer.field(name);
      if (!value.isEmpty()) {
        headers.add(new Header(name, name.equals("Refresh") ? rewriting.refresh(value) : value));
      }
    }
    if (!isText) {
      return unchanged(answer, headers, new byte[0]);
    }
    room.acquireUninterruptibly();
    try {
      byte[] body = answer.content().readNBytes(MOST_REWRITTEN_BYTES + 1);
      Optional<Reply> reply = Optional.empty();
      if (body.length <= MOST_REWRITTEN_BYTES) {
        var empty = new Reply(status(answer), headers, InputStream.nullInputStream(), 0);
        var page = new Rewriting(prefix, base, body.length);
        reply = rewritten(body, type, kind, page, empty).map(each -> each.with(POLICY, policy));
      }
      if (reply.isPresent()) {
        answer.close();
        return reply.get();
      }
      return unchanged(answer, headers, body);
    } catch (IOException | RuntimeException | Error e) {
      answer.close();
      throw e;
    } finally {
      room.release();
    }
  }

  /** An answer that is not rewritten: the part of the body that was read, and the rest. */
  private static Reply unchanged(StoredAnswer answer, List<Header> headers, byte[] read) {
    var body = new SequenceInputStream(new ByteArrayInputStream(read), answer.content());
    var reply =
        new Reply(status(answer), headers, new ClosingStream(body, answer), -1)
            .with(POLICY, SEALED);
    String type = answer.field("Content-Type");
    return type.isEmpty() ? reply : reply.with("Content-Type", type);
  }

  /**
   * A page or a style sheet with references of the archive; empty if the body is of another type,
   * or too long.
   */
  private static Optional<Reply> rewritten(
      byte[] body, String type, String kind, Rewriting rewriting, Reply empty) {
    DocumentText text = DocumentText.of(body, type);
    String known = kind.isEmpty() ? text.type().map(Object::toString).orElse("") : kind;
    boolean isPage = known.startsWith("text/html") || known.startsWith("application/xhtml");
    Optional<byte[]> after = Optional.empty();
    if (isPage) {
      after = PageRewriter.rewritten(text.text().getBytes(StandardCharsets.UTF_8), rewriting);
    } else if (known.equals("text/css")) {
      byte[] css = rewriting.css(text.text()).getBytes(StandardCharsets.UTF_8);
      after = rewriting.isSpent() ? Optional.empty() : Optional.of(css);
    }
    String sent = kind.isEmpty() && isPage ? "text/html" : isPage ? kind : "text/css";
    return after.map(bytes ->
        new Reply(empty.status(), empty.headers(), new ByteArrayInputStream(bytes), bytes.length)
            .with("Content-Type", sent + "; charset=utf-8"));
  }

  /** A part of a body is shown as if it were all. */
  private static int status(StoredAnswer answer) {
    return answer.status() < 200 || answer.status() == 206 || answer.status() == 304
        ? 200
        : answer.status();
  }
}
