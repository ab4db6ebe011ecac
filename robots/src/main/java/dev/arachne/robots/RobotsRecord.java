package dev.arachne.robots;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The outcome of a request for a robots.txt, as the ledger keeps it, so that its rules can be read
 * again from there. Immutable.
 *
 * <pre>
 *   200 LF body          the status of the last answer, and the part of its body with rules
 *   endless LF           too many redirects
 *   - reason LF          no answer
 * </pre>
 *
 * @param outcome the text before the first line feed
 * @param body up to {@link RobotsRules#MAX_BYTES}; empty where no rules are read from it
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record RobotsRecord(String outcome, byte[] body) {
  private static final String ENDLESS = "endless";
  private static final String FAILED = "- ";
  private static final byte[] NONE = {};

  /** The record of an answer. */
  public static RobotsRecord answered(int status, byte[] body) {
    int length = status / 100 == 2 ? Math.min(body.length, RobotsRules.MAX_BYTES + 1) : 0;
    return new RobotsRecord(Integer.toString(status), Arrays.copyOf(body, length));
  }

  /** The record of too many redirects. */
  public static RobotsRecord endless() {
    return new RobotsRecord(ENDLESS, NONE);
  }

  /** The record of a request without an answer. */
  public static RobotsRecord failed(String why) {
    return new RobotsRecord(FAILED + why.replace('\n', ' '), NONE);
  }

  /** The record in bytes of {@link #toBytes}. */
  public static RobotsRecord read(byte[] bytes) {
    int end = 0;
    while (bytes[end] != '\n') {
      end++;
    }
    return new RobotsRecord(
        new String(bytes, 0, end, StandardCharsets.UTF_8),
        Arrays.copyOfRange(bytes, end + 1, bytes.length));
  }

  /** The record as the ledger keeps it. */
  public byte[] toBytes() {
    var bytes = new ByteArrayOutputStream();
    bytes.writeBytes((outcome + "\n").getBytes(StandardCharsets.UTF_8));
    bytes.writeBytes(body);
    return bytes.toByteArray();
  }

  /** The access, and the rules that follow from it. */
  public RobotsAccess access() {
    if (outcome.equals(ENDLESS)) {
      return RobotsAccess.tooManyRedirects();
    }
    return outcome.startsWith(FAILED)
        ? RobotsAccess.failed(outcome.substring(FAILED.length()))
        : RobotsAccess.ofStatus(Integer.parseInt(outcome), body);
  }

  /** Whether the site has answered with rules, or without a file, by the bytes of a record. */
  public static boolean isSaid(byte[] bytes) {
    return !(read(bytes).access() instanceof RobotsAccess.Unreachable);
  }

  /** The answer, in words for people. */
  public String text() {
    if (outcome.equals(ENDLESS)) {
      return "it redirects too often";
    }
    return outcome.startsWith(FAILED) ? outcome.substring(FAILED.length()) : "status " + outcome;
  }
}
