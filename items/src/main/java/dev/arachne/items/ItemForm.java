package dev.arachne.items;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The forms of files of records. */
public enum ItemForm {
  /** A JSON object a line. */
  JSONL,
  /** One array of JSON. */
  JSON,
  /** A table with commas. */
  CSV,
  /** A table with tabs. */
  TSV,
  /** An XML document. */
  XML;

  /** The form that the end of a file's name says, such as {@code .csv}. */
  public static Optional<ItemForm> ofName(String file) {
    String end = file.substring(file.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    for (ItemForm form : values()) {
      if (file.contains(".") && form.word().equals(end)) {
        return Optional.of(form);
      }
    }
    return Optional.empty();
  }

  /** The form as a word, which is also the end of names. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether records can be appended to a file of an earlier crawl. */
  public boolean canBeAppended() {
    return this == JSONL || isTable();
  }

  /** Whether it has columns. */
  public boolean isTable() {
    return this == CSV || this == TSV;
  }

  /**
   * The format of this form.
   *
   * @param columns of a table; other forms have none
   */
  public ItemFormat format(List<String> columns) {
    return switch (this) {
      case JSONL -> ItemFormat.jsonLines();
      case JSON -> ItemFormat.json();
      case CSV -> ItemFormat.csv(columns);
      case TSV -> ItemFormat.tsv(columns);
      case XML -> ItemFormat.xml();
    };
  }
}
