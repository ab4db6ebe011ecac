package dev.arachne.json;

/** A text is not a JSONPath expression. The message names the mistake and its place. */
public final class JsonPathException extends Exception {
  private static final long serialVersionUID = 1L;

  private final int place;

  /**
   * A mistake.
   *
   * @param place the character of the expression, from 1
   */
  JsonPathException(String problem, int place) {
    super(problem + " at character " + place);
    this.place = place;
  }

  /** The character of the expression at which the mistake is, from 1. */
  public int place() {
    return place;
  }
}
