package dev.arachne.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** A comparison as plain text. */
public final class TextReport {
  /** Columns of words, set to the left; numbers are set to the right. */
  private static final int STAGE = 1;

  private TextReport() {}

  /** The table, the meaning of its columns, the history after it, and the machine. */
  public static String of(CompareReport report) {
    ReportTable table = ReportTable.of(report);
    var rows = new ArrayList<List<String>>();
    rows.add(table.heads());
    rows.addAll(table.stages());
    rows.addAll(table.films());
    int[] widths =
        IntStream.range(0, table.heads().size())
            .map(column -> rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0))
            .toArray();
    var text = new StringBuilder(table.setting()).append("\n\n");
    append(table.heads(), widths, text);
    table.stages().forEach(row -> append(row, widths, text));
    if (!table.films().isEmpty()) {
      text.append("\nThe list of 250 films, 10 pages, read for their titles\n");
      table.films().forEach(row -> append(row, widths, text));
    }
    text.append('\n');
    table.notes().forEach(note -> text.append(note).append('\n'));
    text.append("\nHistory, as measured by those who wrote the programs that this road retells\n");
    for (History past : History.FIGURES) {
      text.append("  %-32s%s%n".formatted(past.program(), past.figure()));
    }
    return text.append('\n')
        .append(report.difference().orElse("All stages returned the same bytes."))
        .append('\n')
        .append(report.machine())
        .append(", ")
        .append(report.begun().toLocalDate())
        .append('\n')
        .toString();
  }

  private static void append(List<String> row, int[] widths, StringBuilder to) {
    var line = new StringBuilder();
    for (int column = 0; column < widths.length; column++) {
      String cell = row.get(column);
      String space = " ".repeat(widths[column] - cell.length());
      line.append(column == STAGE ? cell + space : space + cell).append("  ");
    }
    to.append(line.toString().stripTrailing()).append('\n');
  }
}
