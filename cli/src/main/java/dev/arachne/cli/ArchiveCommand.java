package dev.arachne.cli;

import dev.arachne.arguments.Verb;
import dev.arachne.terminal.Streams;

/** {@code arachne archive VERB}: what can be done with WARC files. */
final class ArchiveCommand extends Verb {

  ArchiveCommand(Streams streams) {
    super(
        "archive",
        "VERB [OPTION]... FILE|DIR...",
        "Reads archives: WARC and WACZ files of any program.");
    below(new ArchiveLsCommand(streams));
    below(new ArchiveGetCommand(streams));
    below(new ArchiveCheckCommand(streams));
    below(new ArchiveCdxjCommand(streams));
    below(new ArchivePackCommand());
    below(new ArchiveImportCommand());
    footer(
        """
        Of a directory, all files below it are read whose names end in .warc or .warc.gz. WACZ files are
        named by themselves; nothing is unpacked.

        Examples:
          arachne archive check example.com.crawl
          arachne archive get https://example.com/ 2026-11 example.com.crawl
          arachne archive pack example.com.crawl -o example.wacz
        """);
  }

  @Override
  protected int run() {
    throw mistake("no verb; type arachne archive ls, get, check, cdxj, pack or import");
  }
}
