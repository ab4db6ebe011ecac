package dev.arachne.replay;

import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The resources in addition to the archive: a certificate for browsers, and the user's copy of
 * ReplayWeb.page with the WACZ files. Thread-safe.
 */
final class Extras {
  private static final String UI = "/-/ui/";
  private static final String WACZ = "/-/wacz/";
  private static final Pattern RANGE = Pattern.compile("bytes=(\\d{0,18})-(\\d{0,18})");

  /**
   * The policy of ReplayWeb.page: it needs scripts and workers, and may load from this server only.
   */
  private static final String UI_POLICY =
      "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:";

  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "json", "application/json",
          "svg", "image/svg+xml",
          "png", "image/png",
          "ico", "image/x-icon",
          "wasm", "application/wasm",
          "woff2", "font/woff2");

  private final Certificates certificates;
  private final Optional<Path> ui;
  private final List<Path> wacz;

  Extras(Certificates certificates, Optional<Path> ui, List<Path> wacz) {
    this.certificates = certificates;
    this.ui = ui;
    this.wacz = List.copyOf(wacz);
  }

  /** The links to them on the first page. */
  String html(String host) {
    var html = new StringBuilder();
    for (int i = 0; ui.isPresent() && i < wacz.size(); i++) {
      String name = String.valueOf(wacz.get(i).getFileName());
      String source = "http://" + host + WACZ + i + "/" + encoded(name);
      html.append(i == 0 ? "<h2>ReplayWeb.page</h2>\n<p>" : "<p>")
          .append(OwnPages.link(UI + "index.html?source=" + encoded(source), "Open " + name))
          .append("</p>\n");
    }
    html.append("<h2>Pages as they were</h2>\n<p>Here, references in pages are rewritten, and")
        .append(" scripts are held in a sandbox. A browser that has this address as its proxy sees")
        .append(" each page as it was. Chromium, with a profile that is thrown away:</p>\n<pre>")
        .append("chromium --user-data-dir=$(mktemp -d) --proxy-server=")
        .append(OwnPages.escaped(host))
        .append(" \\\n  --ignore-certificate-errors-spki-list=")
        .append(OwnPages.escaped(certificates.keyHash()))
        .append(" \\\n  --proxy-bypass-list='&lt;-loopback&gt;'")
        .append(" \\\n  --webrtc-ip-handling-policy=disable_non_proxied_udp")
        .append(" \\\n  --host-resolver-rules='MAP * ~NOTFOUND, EXCLUDE ")
        .append(OwnPages.escaped(host.replaceFirst(":[0-9]+$", "")))
        .append("' URL</pre>\n<p class=\"dim\">For other")
        .append(" programs: the ")
        .append(OwnPages.link("/-/ca.pem", "certificate"))
        .append(" that signs for https sites. Its key ends with this process.</p>\n");
    return html.toString();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  Reply answer(String path, Request request) throws IOException {
    if (path.equals("/-/ca.pem")) {
      try {
        return Reply.of(
            200, "application/x-pem-file", certificates.pem().getBytes(StandardCharsets.US_ASCII));
      } catch (GeneralSecurityException e) {
        throw new IOException(e);
      }
    }
    if (path.startsWith(WACZ)) {
      return wacz(path.substring(WACZ.length()), request);
    }
    if (path.startsWith(UI) && ui.isPresent()) {
      return ui(ui.get(), path.substring(UI.length()));
    }
    return OwnPages.failure(404, "Not found", path);
  }

  private static Reply ui(Path directory, String name) throws IOException {
    Path file;
    try {
      file = directory.resolve(name.isEmpty() ? "index.html" : name).normalize();
    } catch (InvalidPathException e) {
      return OwnPages.failure(404, "Not found", name);
    }
    boolean isThere =
        file.startsWith(directory)
            && Files.isRegularFile(file)
            && file.toRealPath().startsWith(directory);
    if (!isThere) {
      return OwnPages.failure(404, "Not found", name);
    }
    String end = file.toString().substring(file.toString().lastIndexOf('.') + 1);
    String type = TYPES.getOrDefault(end.toLowerCase(Locale.ROOT), "application/octet-stream");
    return new Reply(
            200,
            List.of(new Header("Content-Type", type)),
            Files.newInputStream(file),
            Files.size(file))
        .with("Content-Security-Policy", UI_POLICY)
        .with("Cache-Control", "no-cache");
  }

  /** A WACZ file, or a range of it (RFC 9110 14). */
  private Reply wacz(String name, Request request) throws IOException {
    Matcher number = Pattern.compile("(\\d{1,6})(/.*)?").matcher(name);
    if (!number.matches() || Integer.parseInt(number.group(1)) >= wacz.size()) {
      return OwnPages.failure(404, "Not found", name);
    }
    Path file = wacz.get(Integer.parseInt(number.group(1)));
    long size = Files.size(file);
    long from = 0;
    long to = size - 1;
    Matcher range = RANGE.matcher(request.field("Range"));
    boolean isRange = range.matches() && !range.group().equals("bytes=-");
    if (isRange) {
      String first = range.group(1);
      String last = range.group(2);
      from = first.isEmpty() ? Math.max(0, size - Long.parseLong(last)) : Long.parseLong(first);
      to = first.isEmpty() || last.isEmpty() ? to : Math.min(to, Long.parseLong(last));
      if (from > to) {
        return OwnPages.failure(416, "Not in the file", request.field("Range"))
            .with("Content-Range", "bytes */" + size);
      }
    }
    FileChannel channel = FileChannel.open(file);
    channel.position(from);
    InputStream body = new BoundedStream(Channels.newInputStream(channel), to - from + 1);
    var reply =
        new Reply(
            isRange ? 206 : 200,
            List.of(
                new Header("Content-Type", "application/wacz+zip"),
                new Header("Accept-Ranges", "bytes")),
            body,
            to - from + 1);
    return isRange
        ? reply.with("Content-Range", "bytes %d-%d/%d".formatted(from, to, size))
        : reply;
  }
}
