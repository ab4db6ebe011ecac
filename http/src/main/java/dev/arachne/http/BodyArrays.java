package dev.arachne.http;

import dev.arachne.coding.ContentDecoder;
import dev.arachne.runtime.EventLoop;
import java.util.ArrayList;
import java.util.List;

/**
 * A pool of the arrays that bodies are received into. Memory that was touched before costs the
 * system nothing, and arrays that live on cost the collector nothing. An array has 16 KiB, or up to
 * a quarter more than was requested, so that bodies of similar size share arrays. Confined to its
 * event loop.
 */
final class BodyArrays implements ContentDecoder.Arrays {

  /** Bytes of arrays that wait to be used again, at most. */
  static final int IDLE_BYTES = 8 << 20;

  private static final int IDLE_ARRAYS = 64;

  private static final int LEAST = 16 << 10;

  /** An array with more room has exactly the requested size, and is used once. */
  private static final int MOST = 4 << 20;

  private final EventLoop loop;
  private final List<byte[]> idle = new ArrayList<>();
  private int idleBytes;

  BodyArrays(EventLoop loop) {
    this.loop = loop;
  }

  /** The length of the array that holds {@code bytes}. */
  static int room(int bytes) {
    if (bytes > MOST) {
      return bytes;
    }
    int step = Math.max(LEAST, Integer.highestOneBit(bytes)) / 4;
    return Math.max(LEAST, (bytes + step - 1) / step * step);
  }

  /** An array of {@link #room} bytes, with arbitrary content. */
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
   * Takes back an array that is not used any more. On a thread other than the loop's the array is
   * left to the collector.
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
