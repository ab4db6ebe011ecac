package dev.arachne.cli;

import dev.arachne.archive.ArchiveCheck;
import dev.arachne.archive.WarcFault;
import dev.arachne.archive.WarcFile;
import dev.arachne.arguments.Argument;
import dev.arachne.arguments.ExitCode;
import dev.arachne.arguments.Verb;
import dev.arachne.options.UsageException;
import dev.arachne.terminal.JsonLine;
import dev.arachne.terminal.Quantity;
import dev.arachne.terminal.Streams;
import dev.arachne.terminal.TerminalText;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;

/** {@code arachne archive check FILE|DIR...}: whether WARC files are whole and right. */
final class ArchiveCheckCommand extends Verb {
  private final Streams streams;

  private final Argument<List<String>> names =
      many("FILE|DIR").help("The files to check, as one archive.");
  private final Argument<Boolean> json =
      options
          .flag("--json")
          .help(
              "One JSON object per line for each fault and note, and one for the total at the end.");

  ArchiveCheckCommand(Streams streams) {
    super(
        "archive check",
        "[OPTION]... FILE|DIR...",
        "Checks WARC files: structure, lengths, digests, fields, ids, revisits.");
    this.streams = streams;
    footer(
        """
        Each fault is a line: file, offset of the record, kind of fault, description. Lines that begin
        with "note" are not faults. Revisits are resolved within the given files: include the archives of
        earlier crawls that they refer to. Of a WACZ file, zip, digests, index and page list are checked.

        Exit code: 0 nothing is wrong; 1 there are faults; 2 a mistake at the command line.
        """);
  }

  @Override
  protected int run() throws UsageException, IOException {
    List<String> typed = names.or(List.of());
    refuseOptions(typed);
    List<WarcFile> files = TypedArchives.of(this, typed).named();
    PrintWriter out = json.isOn() ? streams.utf8() : out();
    ArchiveCheck.Report report = ArchiveCheck.of(files, fault -> out.print(line(fault) + "\n"));
    out.print((json.isOn() ? json(report) : text(report)) + "\n");
    out.flush();
    return report.isClean() ? ExitCode.DONE : ExitCode.FAILED;
  }

  private String line(WarcFault fault) {
    if (!json.isOn()) {
      return (fault.kind().isNote() ? "note: " : "") + TerminalText.escaped(fault.toString());
    }
    return JsonLine.of(object -> {
      object.writeStringProperty("file", fault.file());
      object.writeNumberProperty("offset", fault.offset());
      object.writeStringProperty(fault.kind().isNote() ? "note" : "fault", fault.kind().text());
      object.writeStringProperty("detail", fault.detail());
    });
  }

  private static String text(ArchiveCheck.Report report) {
    String types =
        report.types().entrySet().stream()
            .map(
                each -> Quantity.count(each.getValue()) + " " + TerminalText.escaped(each.getKey()))
            .collect(Collectors.joining(", "));
    return "%s in %s%s; %s right; %s, %s"
        .formatted(
            counted(report.records(), "record"),
            counted(report.files(), "file"),
            types.isEmpty() ? "" : " (" + types + ")",
            counted(report.digests(), "digest"),
            counted(report.faults(), "fault"),
            counted(report.notes(), "note"));
  }

  private static String counted(long count, String what) {
    return Quantity.count(count) + " " + what + (count == 1 ? "" : "s");
  }

  private static String json(ArchiveCheck.Report report) {
    return JsonLine.of(object -> {
      object.writeBooleanProperty("clean", report.isClean());
      object.writeNumberProperty("files", report.files());
      object.writeNumberProperty("records", report.records());
      object.writeName("types");
      object.writeStartObject();
      report.types().forEach(object::writeNumberProperty);
      object.writeEndObject();
      object.writeNumberProperty("digests", report.digests());
      object.writeNumberProperty("faults", report.faults());
      object.writeNumberProperty("notes", report.notes());
    });
  }
}
