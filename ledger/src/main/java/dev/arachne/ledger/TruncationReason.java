package dev.arachne.ledger;

/** The reason why only the beginning of a body was kept. */
public enum TruncationReason {
  /** It is larger than the crawl accepts. */
  SIZE('s', "larger than --max-filesize"),
  /** It is larger than the room in memory, and has no other place. */
  MEMORY('m', "larger than --memory has room for"),
  /** Its connection broke, in the last attempt too. */
  CONNECTION('c', "the connection broke"),
  /** It came whole, but its content coding has no end. */
  CODING('e', "its content coding does not end");

  private final char code;
  private final String text;

  TruncationReason(char code, String text) {
    this.code = code;
    this.text = text;
  }

  /** The letter that stands for it on disk, even if its name changes. */
  char code() {
    return code;
  }

  /** The cause that a letter stands for. */
  static TruncationReason ofCode(int code) {
    for (TruncationReason cut : values()) {
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
