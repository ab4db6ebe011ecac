package dev.arachne.cli;

import dev.arachne.archive.CdxjIndex;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.TypeConversionException;

/** {@code arachne replay FILE|DIR...}: shows an archive to browsers. */
final class ReplayCommand extends Verb {
  private static final int MOST_PORT = 65_535;

  private final Argument<List<String>> names = many("FILE|DIR").says("What to show.");
  private final Argument<Integer> port =
      options
          .option("--port", "N", text -> (int) Values.number(text, 0, MOST_PORT))
          .says("The port. Default: one that is free.");
  private final Argument<Instant> date =
      options
          .option("--date", "DATE", TypedDate::parse)
          .says("As of when a browser sees pages that has this as its proxy. Default: the latest.");
  private final Argument<InetAddress> bind =
      options
          .option("--bind", "ADDRESS", ReplayCommand::address)
          .says("The address to listen on; others than 127.0.0.1 let other machines in.");
  private final Argument<Path> ui =
      options
          .option("--ui", "DIR", Path::of)
          .says("A copy of ReplayWeb.page, to show the WACZ files that are named.");

  ReplayCommand() {
    super(
        "replay", "[OPTION]... FILE|DIR...", "Shows an archive to browsers, without the network.");
    footer(
        """
        The address that is told has lists of hosts and pages, calendars of captures, and the captures
        themselves. A browser that has it as its proxy sees each page as it was; the first page tells how.
        It serves until ^C.

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
    List<WarcFile> files = TypedArchives.of(this, typed);
    Optional<Path> copy = Optional.empty();
    if (ui.isGiven()) {
      if (!Files.isRegularFile(ui.typed().resolve("index.html"))) {
        throw new UsageException(
            ui.typed().toString(), "no index.html is in it; type the directory of ReplayWeb.page");
      }
      copy = Optional.of(ui.typed());
    }
    List<Path> packed =
        files.stream()
            .filter(file -> !file.member().isEmpty())
            .map(WarcFile::path)
            .distinct()
            .toList();
    if (copy.isPresent() && packed.isEmpty()) {
      throw mistake("--ui is for WACZ files; make one by arachne archive pack");
    }
    Map<String, WarcFile> named = new LinkedHashMap<>();
    for (WarcFile file : files) {
      named.put(String.valueOf(named.size()), file);
    }
    Path sorted = Files.createTempFile("arachne-replay", ".cdxj");
    try {
      long captures = index(named, sorted);
      var at = new InetSocketAddress(bind.or(InetAddress.ofLiteral("127.0.0.1")), port.or(0));
      var replay = new Replay.Options(at, date.or(Instant.MAX), copy, packed);
      try (Replay server =
          Replay.start(CdxjLookup.openTemporary(sorted), named, replay, TimeSource.SYSTEM.now())) {
        out()
            .println(
                "%s shows %s captures; ^C ends it"
                    .formatted(server.url(), Quantity.count(captures)));
        out().flush();
        server.await();
      } catch (BindException e) {
        return failed("%s: %s; type another --port".formatted(at, e.getMessage()));
      }
    } finally {
      Files.deleteIfExists(sorted);
    }
    return ExitCode.DONE;
  }

  private long index(Map<String, WarcFile> files, Path sorted) throws IOException {
    try (var index = new CdxjIndex();
        OutputStream out = new BufferedOutputStream(Files.newOutputStream(sorted), 64 << 10)) {
      for (Map.Entry<String, WarcFile> file : files.entrySet()) {
        index.add(file.getValue(), file.getKey(), fault -> TypedArchives.tell(this, fault));
      }
      index.writeTo(out);
      return index.lines();
    }
  }

  private static InetAddress address(String text) {
    try {
      return InetAddress.ofLiteral(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(
          "'%s' is no address; type one such as 127.0.0.1".formatted(text));
    }
  }
}
