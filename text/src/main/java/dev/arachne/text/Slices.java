package dev.arachne.text;

/**
 * The slices in which a large page is read: between them, after about {@link #BYTES} of work, other
 * work of the thread may run. Confined to one thread or one event loop.
 */
public final class Slices {
  /** Work between two pauses, in bytes read. */
  public static final int BYTES = 256 << 10;

  private static final Runnable NOTHING = () -> {};

  private Runnable pause = NOTHING;
  private boolean isOn;
  private int left;

  /** Begins a page of {@code bytes}, which is read in slices if it is larger than one. */
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

  /** The end of a slice that begins at {@code p}, an index into an array. */
  public int end(int p) {
    return isOn && p < Integer.MAX_VALUE - BYTES ? p + BYTES : Integer.MAX_VALUE;
  }

  /** Pauses between two slices; returns the end of the one that begins at {@code p}. */
  public int next(int p) {
    pause.run();
    return end(p);
  }

  /** Counts work on {@code bytes}, and pauses if a slice is full. */
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
