package dev.arachne.options;

/**
 * An invalid table of hosts: its author's mistake. The message is one line that names the file and
 * line, the key, and a valid value. It repeats no value that may be secret.
 */
public final class HostTableException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String file;
  private final int line;
  private final String key;
  private final String problem;

  HostTableException(String file, int line, String key, String problem) {
    super(file + ":" + line + ": " + (key.isEmpty() ? "" : key + ": ") + problem);
    this.file = file;
    this.line = line;
    this.key = key;
    this.problem = problem;
  }

  /** The file, as it was named. */
  public String file() {
    return file;
  }

  /** The line of the file, from 1. */
  public int line() {
    return line;
  }

  /** The host and the keys below it that lead to the mistake, such as {@code a.example, login}. */
  public String key() {
    return key;
  }

  /** The mistake, and its remedy. */
  public String problem() {
    return problem;
  }

  /** The same as a crawl refuses to start. */
  UsageException refusal() {
    return new UsageException(file + ":" + line, (key.isEmpty() ? "" : key + ": ") + problem);
  }
}
