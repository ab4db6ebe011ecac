package dev.arachne.http;

import dev.arachne.coding.ContentDecoder;
import dev.arachne.runtime.EventLoop;
import java.util.ArrayList;
import java.util.List;

/**
 * The arrays that bodies come in, used again and again: memory that was touched before costs the
 * system nothing, and what lives on costs the collector nothing. An array has 16 KiB, or up to a
 * quarter more room than was asked for, so that bodies of about the same size use the same ones.
 * Confined to its event loop.
 */
final class BodyArrays implements ContentDecoder.Arrays {

  /** Bytes of arrays that wait to be used again, at most. */
  static final int IDLE_BYTES = 8 << 20;

  private static final int IDLE_ARRAYS = 64;

  private static final int LEAST = 16 << 10;

  /** An array with more room is just as large as was asked for, and is used once. */
  private static final int MOST = 4 << 20;

  private final EventLoop loop;
  private final List<byte[]> idle = new ArrayList<>();
  private int idleBytes;

  BodyArrays(EventLoop loop) {
    this.loop = loop;
  }

  /** The length of the array that is taken for so many bytes. */
  static int room(int bytes) {
    if (bytes > MOST) {
      return bytes;
    }
    int step = Math.max(LEAST, Integer.highestOneBit(bytes)) / 4;
    return Math.max(LEAST, (bytes + step - 1) / step * step);
  }

  /** An array of {@link #room} bytes, whatever is in it. */
  @Override
  public byte[] take(int bytes) {
    int room = room(bytes);
    for (int i = idle.size() - 1; i >= 0; i--) {
      byte[] array = idle.get(i);
      if (array.length == room) {
        idle.set(i, idle.getLast());
        idle.removeLast();
        idleBytes -= room;
        return array;
      }
    }
    return new byte[room];
  }

  /**
   * Takes back what nobody has any more. On another thread than the loop's the array is left to the
   * collector.
   */
  @Override
  public void giveBack(byte[] array) {
    boolean isOfUse = array.length >= LEAST && array.length <= MOST;
    if (isOfUse && loop.inLoop()) {
      if (idle.size() == IDLE_ARRAYS) {
        idleBytes -= idle.removeFirst().length;
      }
      idle.add(array);
      idleBytes += array.length;
      while (idleBytes > IDLE_BYTES) {
        idleBytes -= idle.removeFirst().length;
      }
    }
  }

  /** Bytes of arrays that wait to be used again. */
  int idleBytes() {
    return idleBytes;
  }
}
