package dev.arachne.cli;

import dev.arachne.archive.CdxjIndex;
import dev.arachne.arguments.Argument;
import dev.arachne.arguments.ExitCode;
import dev.arachne.arguments.Values;
import dev.arachne.arguments.Verb;
import dev.arachne.options.UsageException;
import dev.arachne.terminal.Streams;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** {@code arachne archive cdxj FILE|DIR...}: a sorted index of captures. */
final class ArchiveCdxjCommand extends Verb {
  private final Streams streams;

  private final Argument<List<String>> names = many("FILE|DIR").help("The archives to index.");
  private final Argument<Path> output =
      options
          .option("-o --output", "FILE", Values::outputFile)
          .help("The file for the index. Default: standard output.");

  ArchiveCdxjCommand(Streams streams) {
    super(
        "archive cdxj",
        "[OPTION]... FILE|DIR...",
        "Writes a CDXJ index of the captures in WARC files, for pywb and other programs.");
    this.streams = streams;
    footer(
        """
        Of the directory of a crawl, the ledger tells what is in the archive, also while it runs; other
        files are read through.

        Exit code: 0 done; 1 a file is damaged, which is told on the error stream (what could be read
        is in the index); 2 a mistake at the command line.

        Example:
          arachne archive cdxj example.com.crawl -o index.cdxj
        """);
  }

  @Override
  protected int run() throws UsageException, IOException {
    List<String> typed = names.or(List.of());
    refuseOptions(typed);
    try (var archives = IndexedArchives.of(this, typed, IndexedArchives.Names.PLAIN)) {
      if (output.isGiven()) {
        try (OutputStream out = Files.newOutputStream(output.typed())) {
          write(archives.index(), out);
        }
      } else {
        write(archives.index(), streams.out());
      }
      return archives.isFaulty() ? ExitCode.FAILED : ExitCode.DONE;
    }
  }

  private static void write(CdxjIndex index, OutputStream out) throws IOException {
    var buffered = new BufferedOutputStream(out, 64 << 10);
    index.writeTo(buffered);
    buffered.flush();
  }
}
