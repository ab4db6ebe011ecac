package dev.arachne.output;

import dev.arachne.items.LongText;
import dev.arachne.url.CrawlUrl;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** An event on which the order of records depends. */
sealed interface OrderEvent permits OrderedPage, FilledSlot {
  /** The number of an event that is a page. */
  int PAGE = 0;

  /** The number of an event that is a filled slot. */
  int SLOT = 1;

  /** The page that it is about. */
  CrawlUrl url();

  /** The form that {@link #read} reads: the URL, the number of the event, the rest. */
  byte[] toBytes();

  /** Reads an event. */
  static OrderEvent read(byte[] bytes) {
    try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      CrawlUrl url = CrawlUrl.of(LongText.read(in));
      return in.readByte() == SLOT
          ? new FilledSlot(url, in.readInt(), EncodedItems.read(in))
          : OrderedPage.read(url, in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
