package dev.arachne.content;

import java.util.Set;

/** Distinguishes data tables from tables that lay out a page. */
final class DataTables {
  private static final Set<String> SIGNS =
      Set.of("caption", "col", "colgroup", "tfoot", "thead", "th");
  private static final int MANY_ROWS = 10;
  private static final int MANY_COLUMNS = 5;
  private static final int MANY_CELLS = 10;

  private DataTables() {}

  /** Whether a table whose children are measured holds data. */
  static boolean isData(Part table) {
    if (table.attr("role").equals("presentation") || table.attr("datatable").equals("0")) {
      return false;
    }
    if (table.hasAttr("summary") && !table.attr("summary").isBlank()) {
      return true;
    }
    if (table.measures.tables > 1) {
      return false;
    }
    var shape = new Shape();
    shape.look(table);
    if (shape.hasSign) {
      return true;
    }
    return shape.rows > 1
        && shape.columns > 1
        && (shape.rows >= MANY_ROWS
            || shape.columns >= MANY_COLUMNS
            || shape.rows * shape.columns > MANY_CELLS);
  }

  private static final class Shape {
    boolean hasSign;
    int rows;
    int columns;

    /** Rows and their groups only, so that nested tables are not visited again. */
    void look(Part part) {
      for (Part child : part.children) {
        hasSign |= SIGNS.contains(child.tag) && child.measures.chars > 0;
        switch (child.tag) {
          case "tbody", "thead", "tfoot" -> look(child);
          case "tr" -> {
            rows++;
            int cells = 0;
            for (Part cell : child.children) {
              if (cell.is("td") || cell.is("th")) {
                cells++;
                hasSign |= cell.is("th") && cell.measures.chars > 0;
              }
            }
            columns = Math.max(columns, cells);
          }
          default -> {}
        }
      }
    }
  }
}
