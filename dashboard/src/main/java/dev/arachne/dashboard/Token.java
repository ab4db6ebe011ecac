package dev.arachne.dashboard;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * The secret of one run of a dashboard: a client that has it may change the crawl. It is in the
 * fragment of the URL, which browsers do not send. Immutable.
 */
final class Token {
  private static final int BYTES = 18;

  private final String text;

  private Token(String text) {
    this.text = text;
  }

  /** A new secret that cannot be guessed. */
  static Token fresh() {
    var bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    return new Token(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }

  /** Whether a client has the secret; the time of the comparison reveals nothing about it. */
  boolean is(String shown) {
    return MessageDigest.isEqual(
        text.getBytes(StandardCharsets.US_ASCII), shown.getBytes(StandardCharsets.UTF_8));
  }

  String text() {
    return text;
  }

  /** Keeps the secret out of logs. */
  @Override
  public String toString() {
    return "a token";
  }
}
