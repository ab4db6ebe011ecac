package dev.arachne.http2;

/**
 * The overhead that a server has sent: frames that are not part of a response, counted by frames
 * and KiB. Heads and data compensate for some of it, so a flood of any kind ends at one bound.
 */
final class Overhead {
  /** The number of frames that may come without compensation. */
  private static final int MOST = 1_000;

  /** The number of frames for which a head and a piece of a body compensate. */
  private static final int WORTH_OF_HEAD = 20;

  private static final int WORTH_OF_DATA = 2;

  private long frames;

  /** Counts a frame that is not part of a response. */
  void add(int length) throws Http2Exception {
    frames += 1 + (length >> 10);
    if (frames > MOST) {
      throw new Http2Exception(Http2Violation.TOO_MUCH_OVERHEAD);
    }
  }

  void headCame() {
    makeUp(WORTH_OF_HEAD);
  }

  /** A piece of a body came, or was sent: the server answers that by as many WINDOW_UPDATE. */
  void dataMoved() {
    makeUp(WORTH_OF_DATA);
  }

  private void makeUp(int worth) {
    frames = Math.max(0, frames - worth);
  }
}
