package dev.arachne.content;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A table by its rows, and the form that Markdown allows for it.
 *
 * @param form how it is written
 * @param caption null without one
 * @param rows the cells of each row, those of a head first
 */
record MarkdownTable(Form form, @Nullable Part caption, List<List<Part>> rows) {
  /** How a table is written. */
  enum Form {
    /** Not as a table: it only lays out the page. */
    LAYOUT,
    /** As a table of GFM. */
    GRID,
    /** As HTML. */
    MARKUP
  }

  private static final Set<String> BEYOND =
      Set.of(
          "ul", "ol", "dl", "pre", "table", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "hr");

  private static final int MOST_SPANNED = 1000;

  /** Reads a measured table. */
  static MarkdownTable of(Part table) {
    List<List<Part>> rows = new ArrayList<>();
    Part[] caption = new Part[1];
    collect(table, rows, caption);
    if (!DataTables.isData(table)) {
      return new MarkdownTable(Form.LAYOUT, caption[0], rows);
    }
    boolean simple = true;
    for (List<Part> row : rows) {
      for (Part cell : row) {
        simple = simple && spans(cell).isEmpty() && isSimple(cell);
      }
    }
    return new MarkdownTable(simple ? Form.GRID : Form.MARKUP, caption[0], rows);
  }

  private static void collect(Part part, List<List<Part>> rows, @Nullable Part[] caption) {
    for (Part child : part.children) {
      if (child.isDropped) {
        continue;
      }
      switch (child.tag) {
        case "thead", "tbody", "tfoot" -> collect(child, rows, caption);
        case "caption" -> caption[0] = child;
        case "tr" -> {
          List<Part> cells = new ArrayList<>();
          for (Part cell : child.children) {
            if ((cell.is("td") || cell.is("th")) && !cell.isDropped) {
              cells.add(cell);
            }
          }
          if (!cells.isEmpty()) {
            rows.add(cells);
          }
        }
        default -> {}
      }
    }
  }

  /** Whether a cell holds paragraphs at most. */
  private static boolean isSimple(Part part) {
    for (Part child : part.children) {
      if (child.isBlock && !child.isDropped && (BEYOND.contains(child.tag) || !isSimple(child))) {
        return false;
      }
    }
    return true;
  }

  /** The attributes of a cell that is in more than one column or row. */
  static String spans(Part cell) {
    return span(cell, "colspan") + span(cell, "rowspan");
  }

  private static String span(Part cell, String name) {
    int many = Spaces.number(cell.attr(name));
    return many > 1 && many <= MOST_SPANNED ? " " + name + "=\"" + many + "\"" : "";
  }

  /**
   * The table in GFM, its caption above. A table without a head gets an empty one.
   *
   * @param text writes a cell
   */
  String write(Function<Part, String> text) {
    int columns = rows.stream().mapToInt(List::size).max().orElse(0);
    if (columns == 0) {
      return "";
    }
    var out = new StringBuilder();
    if (caption != null) {
      String said = text.apply(caption);
      if (!said.isEmpty()) {
        out.append(said.replace("<br>", " ")).append("\n\n");
      }
    }
    boolean head = rows.getFirst().stream().allMatch(cell -> cell.is("th") || isInHead(cell));
    row(out, head ? rows.getFirst() : List.of(), columns, text);
    out.append("\n|").repeat(" --- |", columns);
    for (List<Part> row : head ? rows.subList(1, rows.size()) : rows) {
      out.append('\n');
      row(out, row, columns, text);
    }
    return out.toString();
  }

  private static boolean isInHead(Part cell) {
    return cell.parent != null && cell.parent.parent != null && cell.parent.parent.is("thead");
  }

  private static void row(
      StringBuilder out, List<Part> cells, int columns, Function<Part, String> text) {
    out.append('|');
    for (int i = 0; i < columns; i++) {
      String cell = i < cells.size() ? text.apply(cells.get(i)) : "";
      out.append(' ').append(cell);
      out.append(cell.isEmpty() ? "|" : " |");
    }
  }
}
