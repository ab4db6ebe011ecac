package dev.arachne.ledger;

/** Why the beginning of a body was kept in place of all of it. */
public enum Cut {
  /** It is larger than the crawl takes. */
  SIZE('s', "larger than --max-filesize"),
  /** It is larger than memory has room for, and there is no other place for it. */
  MEMORY('m', "larger than --memory has room for"),
  /** Its connection broke, in the last attempt too. */
  CONNECTION('c', "the connection broke"),
  /** It came whole, but what its content coding holds does not end. */
  CODING('e', "its content coding does not end");

  private final char code;
  private final String text;

  Cut(char code, String text) {
    this.code = code;
    this.text = text;
  }

  /** The letter that stands for it on disk, whatever becomes of its name. */
  char code() {
    return code;
  }

  /** That which a letter stands for. */
  static Cut ofCode(int code) {
    for (Cut cut : values()) {
      if (cut.code == code) {
        return cut;
      }
    }
    throw new IllegalArgumentException("no cut has the code " + code);
  }

  /** The cause in words for people. */
  public String text() {
    return text;
  }
}
