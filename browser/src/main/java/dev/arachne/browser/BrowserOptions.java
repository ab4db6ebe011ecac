package dev.arachne.browser;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * The options for rendering pages. Immutable.
 *
 * @param program the browser's; empty for the first of the usual names on the path
 * @param sandbox whether pages are kept in the browser's sandbox
 * @param userAgent by which scripts know the browser
 * @param until the time after which a page counts as at rest
 * @param life seconds of this machine that a page gets besides, while it waits for no reply: one
 *     that takes longer is given up, unless its scripts still answer: it then has them once more
 * @param copies that a page comes with; its images and fonts are then fetched
 * @param interacts whether a page is used once it is at rest: scrolled, opened, clicked
 * @param priority of the browser's processes
 */
public record BrowserOptions(
    Optional<Path> program,
    Sandbox sandbox,
    String userAgent,
    PageWait until,
    Duration life,
    Set<PageCopy> copies,
    boolean interacts,
    Priority priority) {
  public BrowserOptions {
    copies = Set.copyOf(copies);
  }

  /** Whether images and fonts are fetched. */
  public boolean takesPictures() {
    return !copies.isEmpty();
  }

  /** The same options with another priority. */
  public BrowserOptions with(Priority another) {
    return new BrowserOptions(program, sandbox, userAgent, until, life, copies, interacts, another);
  }

  /** The share of the CPUs that processes get while others need them as well. */
  public enum Priority {
    /** The same as other processes. */
    NORMAL,
    /** About a tenth (a niceness of 10), where the system has the command {@code nice}. */
    LOW
  }

  /** Whether pages are kept in the browser's sandbox. */
  public enum Sandbox {
    /** They are. The browser then does not start for root. */
    ON,
    /** They are not: a page that escapes from its script engine has the permissions of the user. */
    OFF
  }
}
