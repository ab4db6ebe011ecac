package dev.arachne.cli;

import dev.arachne.archive.CdxjLookup;
import dev.arachne.archive.WarcFile;
import dev.arachne.arguments.Argument;
import dev.arachne.arguments.ExitCode;
import dev.arachne.arguments.Values;
import dev.arachne.arguments.Verb;
import dev.arachne.options.UsageException;
import dev.arachne.replay.Replay;
import dev.arachne.runtime.TimeSource;
import dev.arachne.terminal.Quantity;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** {@code arachne replay FILE|DIR...}: shows an archive to browsers. */
final class ReplayCommand extends Verb {
  private static final int MOST_PORT = 65_535;

  private final Argument<List<String>> names = many("FILE|DIR").help("The archives to show.");
  private final Argument<Integer> port =
      options
          .option("--port", "N", text -> (int) Values.number(text, 0, MOST_PORT))
          .help("The port to listen on. Default: a free port.");
  private final Argument<Instant> date =
      options
          .option("--date", "DATE", TypedDate::parse)
          .help("The date of the captures that a browser gets by proxy. Default: the latest.");
  private final Argument<InetAddress> bind =
      options
          .option("--bind", "ADDRESS", TypedAddress::parse)
          .help(
              "The address to listen on; others than 127.0.0.1 allow access from other machines.");
  private final Argument<Path> ui =
      options
          .option("--ui", "DIR", Path::of)
          .help("A copy of ReplayWeb.page, to show the given WACZ files.");

  ReplayCommand() {
    super(
        "replay",
        "[OPTION]... FILE|DIR...",
        "Serves archived pages to a browser, without the network.");
    footer(
        """
        Open the printed address: it lists hosts, pages and captures, and shows the captures. With the
        address as its proxy, a browser sees each page as it was. It serves until ^C.

        Exit code: 1 an archive cannot be read; 2 a mistake at the command line.

        Examples:
          arachne replay example.com.crawl
          arachne replay --port 8090 --date 2026-11 example.wacz
        """);
  }

  @Override
  protected int run() throws UsageException, IOException, InterruptedException {
    List<String> typed = names.or(List.of());
    refuseOptions(typed);
    Optional<Path> copy = Optional.empty();
    if (ui.isGiven()) {
      if (!Files.isRegularFile(ui.typed().resolve("index.html"))) {
        throw new UsageException(
            "--ui " + ui.typed(), "no index.html is in it; use the directory of ReplayWeb.page");
      }
      copy = Optional.of(ui.typed());
    }
    Path sorted = Files.createTempFile("arachne-replay", ".cdxj");
    try (var archives = IndexedArchives.of(this, typed, IndexedArchives.Names.UNIQUE)) {
      List<Path> packed =
          archives.files().values().stream()
              .filter(file -> !file.member().isEmpty())
              .map(WarcFile::path)
              .distinct()
              .toList();
      if (copy.isPresent() && packed.isEmpty()) {
        throw mistake("--ui is for WACZ files; make one by arachne archive pack");
      }
      try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(sorted), 64 << 10)) {
        archives.index().writeTo(out);
      }
      var at = new InetSocketAddress(bind.or(InetAddress.ofLiteral("127.0.0.1")), port.or(0));
      return serve(archives, sorted, new Replay.Options(at, date.or(Instant.MAX), copy, packed));
    } finally {
      Files.deleteIfExists(sorted);
    }
  }

  private int serve(IndexedArchives archives, Path sorted, Replay.Options how)
      throws IOException, InterruptedException {
    CdxjLookup index = CdxjLookup.openTemporary(sorted);
    try (Replay server = Replay.start(index, archives.files(), how, TimeSource.SYSTEM.now())) {
      out()
          .println(
              "%s shows %s captures; ^C ends it"
                  .formatted(server.url(), Quantity.count(archives.index().lines())));
      out().flush();
      server.await();
    } catch (BindException e) {
      index.close();
      return failed("%s: %s; use another --port".formatted(how.address(), e.getMessage()));
    }
    return ExitCode.DONE;
  }
}
