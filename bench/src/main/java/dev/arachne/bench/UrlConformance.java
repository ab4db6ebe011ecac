package dev.arachne.bench;

import dev.arachne.url.CrawlUrl;
import dev.arachne.url.RejectedUrl;
import io.mola.galimatias.GalimatiasParseException;
import io.mola.galimatias.URL;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.function.BiFunction;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Counts how many of the web-platform-tests' http and https cases a parser gets right.
 *
 * <pre>java -cp bench/target/bench.jar dev.arachne.bench.UrlConformance url/http-only.json</pre>
 */
final class UrlConformance {
  private UrlConformance() {}

  public static void main(String[] arguments) {
    JsonNode cases = JsonMapper.shared().readTree(Path.of(arguments[0]));
    var parsers =
        new LinkedHashMap<String, BiFunction<@Nullable String, String, @Nullable String>>();
    parsers.put("arachne", UrlConformance::arachne);
    parsers.put("okhttp", UrlConformance::okhttp);
    parsers.put("galimatias", UrlConformance::galimatias);
    parsers.put("java.net.URI", UrlConformance::javaNetUri);
    System.out.printf("%-14s %9s %9s %9s%n", "", "accepted", "rejected", "of " + cases.size());
    for (var parser : parsers.entrySet()) {
      int[] right = new int[2];
      for (JsonNode row : cases) {
        boolean disputed = !row.get("node20_agrees").asBoolean();
        @Nullable String wanted = text(row, "fetch_url");
        @Nullable String got =
            parser.getValue().apply(text(row, "base"), row.get("input").asString());
        boolean same = wanted == null ? got == null : wanted.equals(got);
        if (same || (disputed && got == null)) {
          right[wanted == null ? 1 : 0]++;
        }
      }
      System.out.printf(
          "%-14s %9d %9d %9d%n", parser.getKey(), right[0], right[1], right[0] + right[1]);
    }
  }

  private static @Nullable String arachne(@Nullable String base, String input) {
    var parsed = base == null ? CrawlUrl.parse(input) : CrawlUrl.of(base).resolve(input);
    return switch (parsed) {
      case CrawlUrl url -> url.href();
      case RejectedUrl _ -> null;
    };
  }

  private static @Nullable String okhttp(@Nullable String base, String input) {
    try {
      @Nullable HttpUrl url =
          base == null ? HttpUrl.parse(input) : HttpUrl.get(base).resolve(input);
      return url == null ? null : url.newBuilder().fragment(null).build().toString();
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static @Nullable String galimatias(@Nullable String base, String input) {
    try {
      URL url = base == null ? URL.parse(input) : URL.parse(URL.parse(base), input);
      return withoutFragment(url.toString());
    } catch (GalimatiasParseException | RuntimeException e) {
      return null;
    }
  }

  private static @Nullable String javaNetUri(@Nullable String base, String input) {
    try {
      URI uri = base == null ? new URI(input) : new URI(base).resolve(input);
      return uri.isAbsolute() ? withoutFragment(uri.normalize().toASCIIString()) : null;
    } catch (java.net.URISyntaxException | IllegalArgumentException e) {
      return null;
    }
  }

  private static String withoutFragment(String url) {
    int hash = url.indexOf('#');
    return hash < 0 ? url : url.substring(0, hash);
  }

  private static @Nullable String text(JsonNode row, String field) {
    return row.get(field).isNull() ? null : row.get(field).asString();
  }
}
