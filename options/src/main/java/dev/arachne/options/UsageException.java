package dev.arachne.options;

/**
 * A crawl that cannot start as it was asked for: the user's mistake. The message is one line that
 * names the root or the file, and what to type instead.
 */
public final class UsageException extends Exception {
  private static final long serialVersionUID = 1L;

  public UsageException(String what, String why) {
    super(what + ": " + why);
  }
}
