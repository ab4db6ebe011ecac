package dev.arachne.cli;

/** What the program's exit codes mean: the one place where they are given. */
final class ExitCode {
  /** The verb did what it was asked to do. */
  static final int DONE = 0;

  /** It could not: a root could not be fetched, or the program itself failed. */
  static final int FAILED = 1;

  /**
   * The command line asks for what does not exist; one line on the error stream says what to type.
   */
  static final int USAGE = 2;

  private ExitCode() {}
}
