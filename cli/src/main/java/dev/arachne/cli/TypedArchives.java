package dev.arachne.cli;

import dev.arachne.archive.ArchiveSeeds;
import dev.arachne.archive.WarcFault;
import dev.arachne.arguments.Verb;
import dev.arachne.directory.ArchiveSources;
import dev.arachne.options.FileFailure;
import dev.arachne.options.UsageException;
import dev.arachne.terminal.TerminalText;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.TypeConversionException;

/** The archives that are typed behind a verb, and the messages about their faults. */
final class TypedArchives {
  private TypedArchives() {}

  /** The archives that are typed behind a verb. */
  static ArchiveSources of(Verb verb, List<String> typed) throws UsageException, IOException {
    if (typed.isEmpty()) {
      throw new TypeConversionException("no archive; use " + verb.qualifiedName() + " FILE or DIR");
    }
    try {
      return ArchiveSources.of("", typed.stream().map(Path::of).toList());
    } catch (InvalidPathException e) {
      throw new UsageException(e.getInput(), "this is not the name of a file");
    }
  }

  /** The seeds of a crawl of these archives if the user gives none. */
  static List<String> seeds(List<Path> archives) {
    try {
      List<String> seeds = ArchiveSeeds.of(ArchiveSources.of("--from ", archives).files());
      if (seeds.isEmpty()) {
        throw new TypeConversionException(
            "the archive of --from names no root and has no page; use a URL that is in it");
      }
      return seeds;
    } catch (UsageException e) {
      throw new TypeConversionException(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new TypeConversionException("--from: cannot read " + FileFailure.text(e));
    }
  }

  /** Prints a fault on the error stream. */
  static void tell(Verb verb, WarcFault fault) {
    verb.err().println(verb.qualifiedName() + ": " + TerminalText.escaped(fault.toString()));
  }
}
