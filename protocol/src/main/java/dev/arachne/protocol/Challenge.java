package dev.arachne.protocol;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A server's request for credentials (RFC 9110 11.6.1): a user's name and password, by the scheme
 * Basic (RFC 7617) or Digest (RFC 7616). Immutable.
 */
public final class Challenge {
  /** Longer fields are not read, in characters. */
  private static final int MAX_FIELD = 8 << 10;

  /** By their strength. */
  private enum Scheme {
    BASIC("", ""),
    MD5("MD5", "MD5"),
    MD5_SESS("MD5", "MD5-sess"),
    SHA_256("SHA-256", "SHA-256"),
    SHA_256_SESS("SHA-256", "SHA-256-sess");

    private final String hash;
    private final String token;

    Scheme(String hash, String token) {
      this.hash = hash;
      this.token = token;
    }

    boolean isOfSession() {
      return this == MD5_SESS || this == SHA_256_SESS;
    }
  }

  private final Scheme scheme;
  private final Map<String, String> parameters;

  private Challenge(Scheme scheme, Map<String, String> parameters) {
    this.scheme = scheme;
    this.parameters = parameters;
  }

  /**
   * The strongest challenge that can be answered; empty without one.
   *
   * @param fields the values of WWW-Authenticate fields, each character a byte
   */
  public static Optional<Challenge> strongest(List<String> fields) {
    Optional<Challenge> best = Optional.empty();
    for (String field : fields) {
      if (field.length() <= MAX_FIELD) {
        for (Challenge each : new Reader(field).challenges()) {
          if (best.isEmpty() || each.scheme.compareTo(best.get().scheme) > 0) {
            best = Optional.of(each);
          }
        }
      }
    }
    return best;
  }

  /** The realm of the users. */
  public String realm() {
    return parameter("realm");
  }

  /** Whether the previous answer was correct, except for an expired nonce. */
  public boolean isStale() {
    return parameter("stale").equalsIgnoreCase("true");
  }

  /** The description for people. */
  public String name() {
    return scheme == Scheme.BASIC ? "Basic" : "Digest";
  }

  /**
   * The value of the Authorization field that answers it.
   *
   * @param target the request's target, as sent
   * @param count the number of requests that have answered it, this one included
   * @param cnonce of the client's choice, other at each request
   */
  public String answer(
      String user, String password, HttpMethod method, String target, int count, String cnonce) {
    return scheme == Scheme.BASIC
        ? basic(user, password)
        : digest(user, password, method, target, "%08x".formatted(count), cnonce);
  }

  private static String basic(String user, String password) {
    byte[] pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(pair);
  }

  /** RFC 7616 3.4; without qop as in RFC 2069. */
  private String digest(
      String user, String password, HttpMethod method, String target, String nc, String cnonce) {
    String nonce = parameter("nonce");
    boolean hasQuality = parameters.containsKey("qop");
    String secret = hash(octets(user) + ":" + realm() + ":" + octets(password));
    if (scheme.isOfSession()) {
      secret = hash(secret + ":" + nonce + ":" + cnonce);
    }
    String asked = hash(method.name() + ":" + target);
    String response =
        hasQuality
            ? hash(String.join(":", secret, nonce, nc, cnonce, "auth", asked))
            : hash(secret + ":" + nonce + ":" + asked);
    boolean isHidden = parameter("userhash").equalsIgnoreCase("true");
    var value = new StringBuilder("Digest ");
    if (isHidden) {
      quoted(value, "username", hash(octets(user) + ":" + realm()));
    } else if (user.chars().allMatch(c -> c >= ' ' && c <= '~')) {
      quoted(value, "username", user);
    } else {
      value.append("username*=UTF-8''").append(percent(user));
    }
    quoted(value, "realm", realm());
    quoted(value, "nonce", nonce);
    quoted(value, "uri", target);
    quoted(value, "response", response);
    if (parameters.containsKey("algorithm")) {
      value.append(", algorithm=").append(scheme.token);
    }
    if (parameters.containsKey("opaque")) {
      quoted(value, "opaque", parameter("opaque"));
    }
    if (hasQuality) {
      value.append(", qop=auth, nc=").append(nc);
      quoted(value, "cnonce", cnonce);
    }
    if (isHidden) {
      value.append(", userhash=true");
    }
    return value.toString();
  }

  /** The bytes of a text in UTF-8, each a character. */
  private static String octets(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  /**
   * The hash of a text whose characters are bytes: values of the server are hashed as they were
   * sent.
   */
  private String hash(String text) {
    try {
      byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
      return HexFormat.of().formatHex(MessageDigest.getInstance(scheme.hash).digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has " + scheme.hash, e);
    }
  }

  private static void quoted(StringBuilder to, String name, String value) {
    to.append(to.charAt(to.length() - 1) == ' ' ? "" : ", ").append(name).append("=\"");
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        to.append('\\');
      }
      to.append(c);
    }
    to.append('"');
  }

  private static String percent(String text) {
    var encoded = new StringBuilder();
    for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
      boolean isPlain = (octet >= '0' && octet <= '9') || (octet >= 'a' && octet <= 'z');
      if (isPlain || (octet >= 'A' && octet <= 'Z')) {
        encoded.append((char) octet);
      } else {
        encoded.append('%').append(HexFormat.of().withUpperCase().toHexDigits(octet));
      }
    }
    return encoded.toString();
  }

  private String parameter(String name) {
    return parameters.getOrDefault(name, "");
  }

  /** Reads a list of challenges, whose commas may be between challenges or their parameters. */
  private static final class Reader {
    private final String field;
    private int at;

    Reader(String field) {
      this.field = field;
    }

    List<Challenge> challenges() {
      var challenges = new ArrayList<Challenge>();
      String name = "";
      Map<String, String> parameters = new LinkedHashMap<>();
      while (at < field.length()) {
        String word = word();
        if (word.isEmpty()) {
          at++; // a comma, a blank, or an unexpected character
        } else if (isAssigned()) {
          parameters.putIfAbsent(word.toLowerCase(Locale.ROOT), value());
        } else {
          understood(name, parameters).ifPresent(challenges::add);
          name = word;
          parameters = new LinkedHashMap<>();
        }
      }
      understood(name, parameters).ifPresent(challenges::add);
      return challenges;
    }

    private String word() {
      int from = at;
      while (at < field.length() && " \t,=\"".indexOf(field.charAt(at)) < 0) {
        at++;
      }
      return field.substring(from, at);
    }

    /** Whether a value follows; the reader is then at it. */
    private boolean isAssigned() {
      int next = blanks(at);
      if (next < field.length() && field.charAt(next) == '=') {
        at = blanks(next + 1);
        return true;
      }
      return false;
    }

    private int blanks(int from) {
      int next = from;
      while (next < field.length() && " \t".indexOf(field.charAt(next)) >= 0) {
        next++;
      }
      return next;
    }

    private String value() {
      if (at >= field.length() || field.charAt(at) != '"') {
        return word();
      }
      var text = new StringBuilder();
      at++;
      while (at < field.length() && field.charAt(at) != '"') {
        if (field.charAt(at) == '\\' && at + 1 < field.length()) {
          at++;
        }
        text.append(field.charAt(at++));
      }
      at++;
      return text.toString();
    }

    private static Optional<Challenge> understood(String name, Map<String, String> parameters) {
      return switch (name.toLowerCase(Locale.ROOT)) {
        case "basic" -> Optional.of(new Challenge(Scheme.BASIC, parameters));
        case "digest" -> digest(parameters);
        default -> Optional.empty();
      };
    }

    private static Optional<Challenge> digest(Map<String, String> parameters) {
      String quality = parameters.getOrDefault("qop", "auth");
      boolean isPossible =
          parameters.containsKey("nonce")
              && List.of(quality.toLowerCase(Locale.ROOT).split("[,\\s]+")).contains("auth");
      String algorithm = parameters.getOrDefault("algorithm", "MD5");
      for (Scheme scheme : Scheme.values()) {
        if (isPossible && scheme.token.equalsIgnoreCase(algorithm)) {
          return Optional.of(new Challenge(scheme, parameters));
        }
      }
      return Optional.empty();
    }
  }
}
