package dev.arachne.items;

/**
 * A text that was found for a field and is not of its type. Immutable.
 *
 * @param field the name of the field
 * @param text the text; escape it before it is shown
 * @param type the type in words, such as {@code a number}
 */
public record Misfit(String field, String text, String type) {
  private static final int SHOWN = 60;

  /** The mistake in one line, for users. */
  public String message() {
    String shown = text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
    return "field " + field + ": '" + shown + "' is not " + type;
  }
}
