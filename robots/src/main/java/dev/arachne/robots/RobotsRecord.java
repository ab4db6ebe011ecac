package dev.arachne.robots;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * What asking for a robots.txt came to, as the ledger keeps it, so that its rules can be made again
 * from there. Immutable.
 *
 * <pre>
 *   200 LF body          the status of the last answer, and what rules are read from of its body
 *   endless LF           it redirects too often
 *   - reason LF          there was no answer
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

  /** The site has answered. */
  public static RobotsRecord answered(int status, byte[] body) {
    int length = status / 100 == 2 ? Math.min(body.length, RobotsRules.MAX_BYTES + 1) : 0;
    return new RobotsRecord(Integer.toString(status), Arrays.copyOf(body, length));
  }

  /** Its robots.txt redirects too often. */
  public static RobotsRecord endless() {
    return new RobotsRecord(ENDLESS, NONE);
  }

  /** There was no answer. */
  public static RobotsRecord failed(String why) {
    return new RobotsRecord(FAILED + why.replace('\n', ' '), NONE);
  }

  /** What {@link #toBytes} wrote. */
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

  /** What it comes to, and the rules that follow from it. */
  public RobotsAccess access() {
    if (outcome.equals(ENDLESS)) {
      return RobotsAccess.tooManyRedirects();
    }
    return outcome.startsWith(FAILED)
        ? RobotsAccess.failed(outcome.substring(FAILED.length()))
        : RobotsAccess.ofStatus(Integer.parseInt(outcome), body);
  }

  /** Whether the site has said rules, or that it has none, by the bytes of a record. */
  public static boolean isSaid(byte[] bytes) {
    return !(read(bytes).access() instanceof RobotsAccess.Unreachable);
  }

  /** What was answered, in words for people. */
  public String text() {
    if (outcome.equals(ENDLESS)) {
      return "it redirects too often";
    }
    return outcome.startsWith(FAILED) ? outcome.substring(FAILED.length()) : "status " + outcome;
  }
}
