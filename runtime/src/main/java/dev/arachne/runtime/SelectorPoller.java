package dev.arachne.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.List;

/** The machine's sockets under a {@link Selector}. Confined to its loop, except wakeup. */
final class SelectorPoller implements Poller {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final EventLoop loop;
  private final Selector selector;

  SelectorPoller(EventLoop loop) throws IOException {
    this.loop = loop;
    this.selector = Selector.open();
  }

  @Override
  public void poll(long nanos) {
    try {
      if (nanos == 0) {
        selector.selectNow(SelectorPoller::dispatch);
      } else if (nanos == Long.MAX_VALUE) {
        selector.select(SelectorPoller::dispatch);
      } else {
        selector.select(SelectorPoller::dispatch, (nanos + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the selector of " + loop, e);
    }
  }

  private static void dispatch(SelectionKey key) {
    if (key.isValid()) {
      ((Selectable) key.attachment()).ready(key.readyOps());
    }
  }

  @Override
  public void wakeup() {
    selector.wakeup();
  }

  /** Registers {@code channel} with an empty interest set. */
  SelectionKey register(SelectableChannel channel, Selectable owner) throws IOException {
    channel.configureBlocking(false);
    return channel.register(selector, 0, owner);
  }

  @Override
  public void close() {
    for (SelectionKey key : List.copyOf(selector.keys())) {
      ((Selectable) key.attachment()).close();
    }
    try {
      selector.close();
    } catch (IOException e) {
      EventLoop.LOG.log(Level.DEBUG, "closing the selector of " + loop, e);
    }
  }
}
