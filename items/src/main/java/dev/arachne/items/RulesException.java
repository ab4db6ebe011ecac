package dev.arachne.items;

import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Invalid rules: their author's mistake. The message is one line that names the file and line, the
 * field, and a valid alternative.
 */
public final class RulesException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String file;
  private final int line;
  private final String field;
  private final String problem;

  RulesException(String problem) {
    this("", 0, "", problem);
  }

  private RulesException(String file, int line, String field, String problem) {
    super(message(file, line, field, problem));
    this.file = file;
    this.line = line;
    this.field = field;
    this.problem = problem;
  }

  private static String message(String file, int line, String field, String problem) {
    return Stream.of(
            line == 0 ? file : file + ":" + line, field.isEmpty() ? "" : "field " + field, problem)
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining(": "));
  }

  /** The file; empty for rules that are not from a file. */
  public Optional<String> file() {
    return file.isEmpty() ? Optional.empty() : Optional.of(file);
  }

  /** The line of the file, from 1; 0 for rules that are not from a file. */
  public int line() {
    return line;
  }

  /** The field; empty for a mistake outside of fields. */
  public Optional<String> field() {
    return field.isEmpty() ? Optional.empty() : Optional.of(field);
  }

  /** The mistake, and a valid alternative. */
  public String problem() {
    return problem;
  }

  /** The same mistake, in this place. */
  RulesException at(String file, int line) {
    return new RulesException(file, line, field, problem);
  }

  /** The same mistake, in this field. */
  RulesException in(String field) {
    return new RulesException(file, line, field, problem);
  }

  /** A library's message about a mistake, fit to be quoted: without names of classes. */
  static String oneLine(Exception e) {
    String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    return message
        .substring(message.lastIndexOf("Exception: ") + 1)
        .replaceFirst("^xception: ", "");
  }
}
