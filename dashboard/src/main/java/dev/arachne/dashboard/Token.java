package dev.arachne.dashboard;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * A secret of one start of a dashboard: who has it may change the crawl. It is in the part of the
 * URL that browsers send nowhere. Immutable.
 */
final class Token {
  private static final int BYTES = 18;

  private final String text;

  private Token(String text) {
    this.text = text;
  }

  /** A new one, which nobody can guess. */
  static Token fresh() {
    var bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    return new Token(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }

  /** Whether somebody has it; how long that takes tells nothing of it. */
  boolean is(String shown) {
    return MessageDigest.isEqual(
        text.getBytes(StandardCharsets.US_ASCII), shown.getBytes(StandardCharsets.UTF_8));
  }

  String text() {
    return text;
  }

  /** It is in no log by mistake. */
  @Override
  public String toString() {
    return "a token";
  }
}
