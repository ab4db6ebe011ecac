package dev.arachne.terminal;

import java.util.Map;

/** Whether text for users is printed in colour. */
public enum Paint {
  /** Plain text, as for files, pipes and terminals without colours. */
  PLAIN("", "", ""),
  /** Text with escape sequences of ECMA-48. */
  COLOUR("\u001b[1m", "\u001b[31m", "\u001b[0m");

  /** Set by the launcher: the standard output is a terminal. */
  private static final String OF_LAUNCHER = "ARACHNE_TERMINAL";

  private final String bold;
  private final String red;
  private final String end;

  Paint(String bold, String red, String end) {
    this.bold = bold;
    this.red = red;
    this.end = end;
  }

  /** Colour on a terminal that has it, unless NO_COLOR is set (no-color.org). */
  public static Paint ofProcess() {
    return of(System.getenv());
  }

  static Paint of(Map<String, String> environment) {
    boolean isTerminal = "1".equals(environment.get(OF_LAUNCHER));
    boolean isDumb = "dumb".equals(environment.getOrDefault("TERM", "dumb"));
    boolean isRefused = !environment.getOrDefault("NO_COLOR", "").isEmpty();
    return isTerminal && !isDumb && !isRefused ? COLOUR : PLAIN;
  }

  /** A heading. */
  String heading(String text) {
    return bold + text + end;
  }

  /** Paints a failure. */
  String bad(String text) {
    return red + text + end;
  }
}
