package dev.arachne.http2;

/** The settings of RFC 9113 6.5.2, by their identifiers. */
final class Setting {

  static final int HEADER_TABLE_SIZE = 1;
  static final int ENABLE_PUSH = 2;
  static final int MAX_CONCURRENT_STREAMS = 3;
  static final int INITIAL_WINDOW_SIZE = 4;
  static final int MAX_FRAME_SIZE = 5;
  static final int MAX_HEADER_LIST_SIZE = 6;

  /** The default and the least value of MAX_FRAME_SIZE. */
  static final int LEAST_FRAME_SIZE = 1 << 14;

  static final int MOST_FRAME_SIZE = (1 << 24) - 1;

  /** The default of INITIAL_WINDOW_SIZE, and the first window of a connection. */
  static final int FIRST_WINDOW = (1 << 16) - 1;

  static final int MOST_WINDOW = Integer.MAX_VALUE;

  private Setting() {}
}
