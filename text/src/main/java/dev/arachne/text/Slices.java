package dev.arachne.text;

/**
 * Where the reading of a large page lets other work of its thread go first: after each {@link
 * #BYTES} of work or so. Confined to one thread or one event loop.
 */
public final class Slices {
  /** Work between two pauses, in bytes that are looked at. */
  public static final int BYTES = 256 << 10;

  private static final Runnable NOTHING = () -> {};

  private Runnable pause = NOTHING;
  private boolean isOn;
  private int left;

  /** A page of so many bytes begins, which is cut into slices if it is larger than one. */
  public void begin(int bytes, Runnable pause) {
    this.pause = pause;
    isOn = bytes > BYTES;
    left = BYTES;
  }

  /** The page ends. */
  public void end() {
    pause = NOTHING;
    isOn = false;
  }

  /** Where a slice ends that begins at {@code p}, an index into an array. */
  public int end(int p) {
    return isOn && p < Integer.MAX_VALUE - BYTES ? p + BYTES : Integer.MAX_VALUE;
  }

  /** Pauses between two slices; returns where the one ends that begins at {@code p}. */
  public int next(int p) {
    pause.run();
    return end(p);
  }

  /** Counts work on so many bytes, and pauses if a slice is full. */
  public void spend(int bytes) {
    left -= bytes;
    if (left <= 0) {
      left = BYTES;
      if (isOn) {
        pause.run();
      }
    }
  }
}
