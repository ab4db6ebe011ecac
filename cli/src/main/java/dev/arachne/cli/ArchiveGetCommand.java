package dev.arachne.cli;

import dev.arachne.archive.Captures;
import dev.arachne.archive.Captures.Capture;
import dev.arachne.archive.HttpPayload;
import dev.arachne.archive.WarcFields;
import dev.arachne.archive.WarcRecord;
import dev.arachne.arguments.Argument;
import dev.arachne.arguments.ExitCode;
import dev.arachne.arguments.Verb;
import dev.arachne.options.TypedUrl;
import dev.arachne.options.UsageException;
import dev.arachne.terminal.Streams;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code arachne archive get URL [DATE] FILE|DIR...}: the body of a capture. */
final class ArchiveGetCommand extends Verb {
  private final Streams streams;

  private final Argument<List<String>> words =
      many("URL [DATE] FILE|DIR")
          .help("The URL to print, the date of the capture, and the archives to search.");
  private final Argument<Boolean> record =
      options
          .flag("--record")
          .help("Print the whole record: its header fields, and its block as received.");
  private final Argument<Boolean> coded =
      options.flag("--coded").help("Print the body with its content coding, such as gzip.");

  ArchiveGetCommand(Streams streams) {
    super(
        "archive get",
        "[OPTION]... URL [DATE] FILE|DIR...",
        "Prints the body of a capture: of the one nearest to a date, or of the latest.");
    this.streams = streams;
    footer(
        """
        DATE is UTC: 2026, 2026-11, 2026-11-23, 2026-11-23T21:00:00Z, or up to fourteen digits as in an
        index, 20261123210000. Default for FILE and DIR: the working directory. As in replay, http and
        https are the same, and so are hosts with and without www.

        Exit code: 0 done; 1 there is no capture, or it cannot be read; 2 a mistake at the command line.

        Example:
          arachne archive get https://example.com/ 2026-11 example.com.crawl > index.html
        """);
  }

  @Override
  protected int run() throws UsageException, IOException {
    List<String> typed = new ArrayList<>(words.or(List.of()));
    refuseOptions(typed);
    if (typed.isEmpty()) {
      throw mistake("no URL; use arachne archive get URL FILE");
    }
    String asked = typed.removeFirst();
    String url = TypedUrl.hasScheme(asked) ? asked : "http://" + asked;
    Optional<Instant> time = Optional.empty();
    if (!typed.isEmpty() && TypedDate.isOne(typed.getFirst())) {
      time = Optional.of(TypedDate.parse(typed.removeFirst()));
    }
    if (typed.isEmpty()) {
      typed.add(".");
    }
    var captures =
        new Captures(
            TypedArchives.of(this, typed).files(), fault -> TypedArchives.tell(this, fault));
    Optional<Capture> found = captures.nearest(url, time);
    if (found.isEmpty()) {
      return failed(url + ": there is no capture of it in " + String.join(", ", typed));
    }
    Capture capture = found.get();
    if (capture.isRevisit() && !record.isOn()) {
      Optional<Capture> original = captures.original(capture);
      if (original.isEmpty()) {
        return failed(
            url
                + ": the capture has the body of an earlier one, which is not in these files; name its"
                + " file too, or use --record");
      }
      capture = original.get();
    }
    var out = new BufferedOutputStream(streams.out(), 64 << 10);
    captures.read(capture, each -> print(each, out));
    out.flush();
    return ExitCode.DONE;
  }

  private void print(WarcRecord found, OutputStream out) throws IOException {
    if (record.isOn()) {
      printRecord(found, out);
      return;
    }
    if (!found.isHttp()) {
      found.block().transferTo(out);
      return;
    }
    Optional<HttpPayload> http = HttpPayload.of(found.block());
    if (http.isEmpty()) {
      throw new IOException("the record has no HTTP head that can be read; use --record");
    }
    try (InputStream body =
        coded.isOn() ? http.get().body() : http.get().content(found.blockLength())) {
      body.transferTo(out);
    }
  }

  private static void printRecord(WarcRecord found, OutputStream out) throws IOException {
    var head = new StringBuilder(found.version()).append("\r\n");
    for (WarcFields.Field field : found.fields().list()) {
      head.append(field.name()).append(": ").append(field.value()).append("\r\n");
    }
    out.write(head.append("\r\n").toString().getBytes(StandardCharsets.UTF_8));
    found.block().transferTo(out);
    out.write("\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
  }
}
