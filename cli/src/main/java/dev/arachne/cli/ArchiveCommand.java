package dev.arachne.cli;

import dev.arachne.arguments.Verb;
import dev.arachne.terminal.Streams;

/** {@code arachne archive VERB}: the verbs for WARC files. */
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
        In a directory, all files named *.warc and *.warc.gz are read, at any depth. WACZ files are named
        one by one; they are read in place.

        Examples:
          arachne archive check example.com.crawl
          arachne archive get https://example.com/ 2026-11 example.com.crawl
          arachne archive pack example.com.crawl -o example.wacz
        """);
  }

  @Override
  protected int run() {
    throw mistake("no verb; use arachne archive ls, get, check, cdxj, pack or import");
  }
}
