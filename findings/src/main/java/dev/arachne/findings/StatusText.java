package dev.arachne.findings;

import java.util.Map;

/** Names of HTTP status codes (RFC 9110 15). */
final class StatusText {
  private static final Map<Integer, String> NAMES =
      Map.ofEntries(
          Map.entry(200, "OK"),
          Map.entry(301, "Moved Permanently"),
          Map.entry(302, "Found"),
          Map.entry(303, "See Other"),
          Map.entry(304, "Not Modified"),
          Map.entry(307, "Temporary Redirect"),
          Map.entry(308, "Permanent Redirect"),
          Map.entry(400, "Bad Request"),
          Map.entry(401, "Unauthorized"),
          Map.entry(403, "Forbidden"),
          Map.entry(404, "Not Found"),
          Map.entry(405, "Method Not Allowed"),
          Map.entry(410, "Gone"),
          Map.entry(429, "Too Many Requests"),
          Map.entry(451, "Unavailable For Legal Reasons"),
          Map.entry(500, "Internal Server Error"),
          Map.entry(502, "Bad Gateway"),
          Map.entry(503, "Service Unavailable"),
          Map.entry(504, "Gateway Timeout"));

  private StatusText() {}

  /** {@code 404 Not Found}. */
  static String of(int status) {
    String name = NAMES.get(status);
    return name == null ? String.valueOf(status) : status + " " + name;
  }
}
