package dev.arachne.cli;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.Section;
import java.util.List;
import picocli.CommandLine.TypeConversionException;

/** The amount of output in addition to a verb's result. */
enum Verbosity {
  /** Errors only: no live line, no report. */
  QUIET,
  /** Warnings, a live line on a terminal, and the report. */
  NORMAL,
  /** Adds a line for each URL, and stack traces. */
  VERBOSE;

  /** The flags for another verbosity than the usual one. */
  static final class Flags {
    private final Argument<Boolean> quiet;
    private final Argument<List<Boolean>> verbose;

    Flags(Section output) {
      quiet = output.flag("-q --quiet").help("Print errors only: no live line, no report.");
      verbose =
          output.repeatableFlag("-v --verbose").help("Print a line per URL, and stack traces.");
    }

    Verbosity verbosity() {
      if (quiet.isOn() && verbose.isGiven()) {
        throw new TypeConversionException("-q and -v exclude each other; use one of them");
      }
      return quiet.isOn() ? QUIET : verbose.isGiven() ? VERBOSE : NORMAL;
    }
  }
}
