package dev.arachne.archive;

/** Reads the titles of HTML pages. */
@FunctionalInterface
public interface PageTitles {
  /** Bytes of a page in which its title is looked for. */
  int START_BYTES = 64 << 10;

  /** Finds none. */
  PageTitles NONE = (url, contentType, start) -> "";

  /**
   * The title of a page; empty if it has none.
   *
   * @param url of the page
   * @param contentType the value of its header field, or empty
   * @param start its first {@value #START_BYTES} bytes at most, without codings
   */
  String of(String url, String contentType, byte[] start);
}
