package dev.arachne.options;

/**
 * A crawl that cannot start with its options: the user's mistake. The message is one line that
 * names the seed or the file, and a valid alternative.
 */
public final class UsageException extends Exception {
  private static final long serialVersionUID = 1L;

  public UsageException(String what, String why) {
    super(what + ": " + why);
  }
}
