package dev.arachne.cli;

/** How much a verb tells besides its result. */
enum Verbosity {
  /** Errors only: no live line, no report. */
  QUIET,
  /** Warnings, a live line on a terminal, and the report. */
  NORMAL,
  /** Also a line for each URL, and stack traces. */
  VERBOSE
}
