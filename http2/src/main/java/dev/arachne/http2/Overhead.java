package dev.arachne.http2;

/**
 * What a server has sent that brings nothing of a response, by frames and KiB of them. Heads and
 * data make up for some of it, so a flood of any kind ends at one bound.
 */
final class Overhead {
  /** Frames that may come without anything that makes up for them. */
  private static final int MOST = 1_000;

  /** Frames that a head and a piece of a body make up for. */
  private static final int WORTH_OF_HEAD = 20;

  private static final int WORTH_OF_DATA = 2;

  private long frames;

  /** Counts a frame that brings nothing of a response. */
  void add(int length) throws Http2Exception {
    frames += 1 + (length >> 10);
    if (frames > MOST) {
      throw new Http2Exception(Rule.TOO_MUCH_OVERHEAD);
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
