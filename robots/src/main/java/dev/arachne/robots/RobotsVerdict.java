package dev.arachne.robots;

/**
 * The verdict on whether a crawler may fetch a URL, with its reason. Immutable.
 *
 * @param ruling the answer
 * @param line the number of the deciding line in robots.txt, from 1; 0 where no line decided
 * @param text the deciding line as it stands there, without space around it and cut after 200
 *     characters; where no line decided, the reason. The text comes from the site: escape it before
 *     it is shown in a terminal or a browser.
 */
public record RobotsVerdict(Ruling ruling, int line, String text) {

  /** The two answers. */
  public enum Ruling {
    ALLOWED,
    DISALLOWED
  }

  /** Whether the URL may be fetched. */
  public boolean allowed() {
    return ruling == Ruling.ALLOWED;
  }

  /** The reason, for people: {@code line 12: Disallow: /private}, or why no line decided. */
  public String reason() {
    return line == 0 ? text : "line " + line + ": " + text;
  }

  static RobotsVerdict withoutLine(Ruling ruling, String why) {
    return new RobotsVerdict(ruling, 0, why);
  }
}
