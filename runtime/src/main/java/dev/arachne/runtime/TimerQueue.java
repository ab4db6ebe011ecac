package dev.arachne.runtime;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A binary heap of timers, earliest first. Confined to its loop.
 *
 * <p>Nearly every timer of a crawler is a deadline that never passes: it is set, the bytes arrive,
 * it is cancelled. So cancelling only marks the entry, and marked entries are removed when they are
 * more than half of the heap. Adding costs O(log n) at worst and O(1) for the usual "later than all
 * others"; cancelling costs O(1) amortised. The heap is never more than twice as large as
 * necessary. Asyncio's event loop treats its scheduled handles in the same way.
 */
final class TimerQueue {
  /** Below this number of entries cancelled ones are not removed. */
  private static final int SWEEP_FLOOR = 64;

  private Entry[] heap = new Entry[16];
  private int size;
  private int cancelled;
  private long sequence;

  /**
   * One timer; subclassed by objects with a deadline, so that setting a timer needs no further
   * allocation.
   */
  abstract static class Entry {
    private long at;
    private long sequence;
    private boolean queued;
    private boolean cancelled;

    /** Called on the loop at the time, unless cancelled before. */
    abstract void fire();

    private boolean isBefore(Entry other) {
      long difference = at - other.at;
      return difference < 0 || (difference == 0 && sequence < other.sequence);
    }
  }

  void add(Entry entry, long at) {
    assert !entry.queued;
    entry.at = at;
    entry.sequence = sequence++;
    entry.queued = true;
    if (size == heap.length) {
      heap = Arrays.copyOf(heap, size * 2);
    }
    siftUp(size++, entry);
  }

  void cancel(Entry entry) {
    if (entry.queued && !entry.cancelled) {
      entry.cancelled = true;
      cancelled++;
      if (cancelled > size / 2 && size > SWEEP_FLOOR) {
        sweep();
      }
    }
  }

  /** Removes and returns the earliest entry that is due at {@code now}; null if absent. */
  @Nullable Entry pollDue(long now) {
    dropCancelledHead();
    return size > 0 && heap[0].at - now <= 0 ? removeHead() : null;
  }

  /** Nanoseconds from {@code now} to the earliest entry; {@link Long#MAX_VALUE} without one. */
  long untilNext(long now) {
    dropCancelledHead();
    return size == 0 ? Long.MAX_VALUE : Math.max(0, heap[0].at - now);
  }

  private void dropCancelledHead() {
    while (size > 0 && heap[0].cancelled) {
      removeHead();
      cancelled--;
    }
  }

  private Entry removeHead() {
    Entry head = heap[0];
    head.queued = false;
    Entry last = heap[--size];
    heap[size] = null;
    if (size > 0) {
      siftDown(0, last);
    }
    return head;
  }

  private void sweep() {
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (heap[i].cancelled) {
        heap[i].queued = false;
      } else {
        heap[kept++] = heap[i];
      }
    }
    Arrays.fill(heap, kept, size, null);
    size = kept;
    cancelled = 0;
    for (int i = size / 2 - 1; i >= 0; i--) {
      siftDown(i, heap[i]);
    }
  }

  private void siftUp(int hole, Entry entry) {
    while (hole > 0) {
      int parent = (hole - 1) >>> 1;
      if (!entry.isBefore(heap[parent])) {
        break;
      }
      heap[hole] = heap[parent];
      hole = parent;
    }
    heap[hole] = entry;
  }

  private void siftDown(int hole, Entry entry) {
    for (int child = 2 * hole + 1; child < size; child = 2 * hole + 1) {
      if (child + 1 < size && heap[child + 1].isBefore(heap[child])) {
        child++;
      }
      if (!heap[child].isBefore(entry)) {
        break;
      }
      heap[hole] = heap[child];
      hole = child;
    }
    heap[hole] = entry;
  }
}
