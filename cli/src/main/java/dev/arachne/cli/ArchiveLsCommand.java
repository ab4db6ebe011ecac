package dev.arachne.cli;

import dev.arachne.archive.DamagedArchiveException;
import dev.arachne.archive.HttpPayload;
import dev.arachne.archive.WarcEntry;
import dev.arachne.archive.WarcFault;
import dev.arachne.archive.WarcFields;
import dev.arachne.archive.WarcFile;
import dev.arachne.archive.WarcReader;
import dev.arachne.archive.WarcRecord;
import dev.arachne.archive.WarcType;
import dev.arachne.arguments.Argument;
import dev.arachne.arguments.ExitCode;
import dev.arachne.arguments.Verb;
import dev.arachne.options.UsageException;
import dev.arachne.terminal.JsonLine;
import dev.arachne.terminal.Streams;
import dev.arachne.terminal.TerminalText;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.TypeConversionException;

/** {@code arachne archive ls FILE|DIR...}: a line for each record. */
final class ArchiveLsCommand extends Verb {
  private final Streams streams;
  private boolean isFaulty;

  private final Argument<List<String>> names = many("FILE|DIR").help("The archives to list.");
  private final Argument<List<WarcType>> types =
      options
          .lists("--type", "TYPE", ArchiveLsCommand::type)
          .help("Only records of these types, separated by commas.");
  private final Argument<Boolean> json =
      options.flag("--json").help("Print one JSON object per record, with all its fields.");

  ArchiveLsCommand(Streams streams) {
    super(
        "archive ls", "[OPTION]... FILE|DIR...", "Lists the records of WARC files, one per line.");
    this.streams = streams;
    footer(
        """
        The columns, separated by tabs: file and offset, type, date, status, media type, bytes of the
        block, URL.

        Exit code: 0 done; 1 a file is damaged, which is told on the error stream; 2 a mistake at the
        command line.
        """);
  }

  @Override
  protected int run() throws UsageException, IOException {
    List<String> typed = names.or(List.of());
    refuseOptions(typed);
    List<WarcFile> files = TypedArchives.of(this, typed).files();
    PrintWriter out = json.isOn() ? streams.utf8() : out();
    for (WarcFile file : files) {
      list(file, out);
    }
    out.flush();
    return isFaulty ? ExitCode.FAILED : ExitCode.DONE;
  }

  private void list(WarcFile file, PrintWriter out) throws IOException {
    try (WarcReader reader = WarcReader.open(file)) {
      for (WarcEntry entry = reader.next(); entry != null; entry = reader.next()) {
        switch (entry) {
          case WarcFault fault -> {
            isFaulty = true;
            TypedArchives.tell(this, fault);
          }
          case WarcRecord record -> {
            boolean isWanted =
                types.value().isEmpty()
                    || record.type().filter(types.typed()::contains).isPresent();
            if (isWanted) {
              out.print((json.isOn() ? json(record) : text(record)) + "\n");
            }
          }
        }
      }
    }
  }

  private static Optional<HttpPayload> http(WarcRecord record) throws IOException {
    boolean isResponse = record.isHttp() && !record.type().equals(Optional.of(WarcType.REQUEST));
    try {
      return isResponse ? HttpPayload.of(record.block()) : Optional.empty();
    } catch (DamagedArchiveException e) {
      return Optional.empty(); // The reader reports it next.
    }
  }

  private static String text(WarcRecord record) throws IOException {
    Optional<HttpPayload> http = http(record);
    String mediaType = http.map(HttpPayload::mediaType).orElse(record.blockType());
    return String.join(
        "\t",
        TerminalText.escaped(record.file()) + ":" + record.offset(),
        shown(record.fields().first(WarcFields.TYPE)),
        shown(record.fields().first(WarcFields.DATE)),
        http.map(each -> String.valueOf(each.head().status())).orElse("-"),
        shown(Optional.of(mediaType)),
        String.valueOf(record.blockLength()),
        shown(record.targetUri()));
  }

  private static String shown(Optional<String> text) {
    return text.filter(each -> !each.isEmpty()).map(TerminalText::escaped).orElse("-");
  }

  private static String json(WarcRecord record) throws IOException {
    Optional<HttpPayload> http = http(record);
    long length = record.storedLength();
    return JsonLine.of(object -> {
      object.writeStringProperty("file", record.file());
      object.writeNumberProperty("offset", record.offset());
      if (length >= 0) {
        object.writeNumberProperty("length", length);
      }
      http.ifPresent(each -> {
        object.writeNumberProperty("status", each.head().status());
        object.writeStringProperty("mediaType", each.mediaType());
      });
      object.writeName("fields");
      object.writeStartArray();
      for (WarcFields.Field field : record.fields().list()) {
        object.writeStartObject();
        object.writeStringProperty("name", field.name());
        object.writeStringProperty("value", field.value());
        object.writeEndObject();
      }
      object.writeEndArray();
    });
  }

  private static WarcType type(String text) {
    return WarcType.parse(text)
        .orElseThrow(() ->
            new TypeConversionException(
                "'%s' is not a record type; use warcinfo, request, response, revisit, metadata,"
                        .formatted(text)
                    + " resource, conversion or continuation"));
  }
}
