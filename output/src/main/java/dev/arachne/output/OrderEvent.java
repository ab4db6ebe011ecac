package dev.arachne.output;

import dev.arachne.items.LongText;
import dev.arachne.url.CrawlUrl;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** An event on which the order of records depends. */
sealed interface OrderEvent permits OrderedPage, FilledSlot {
  /** The bit of the flags of an event that is a redirect. */
  int REDIRECT = 1;

  /** The bit of a page with slots. */
  int SLOTS = 2;

  /** The bit of a slot that is filled. */
  int FILLED = 4;

  /** The page that it is about. */
  CrawlUrl url();

  /** The form that {@link #read} reads: the URL, the flags, the rest. */
  byte[] toBytes();

  /** Reads an event. */
  static OrderEvent read(byte[] bytes) {
    try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      CrawlUrl url = CrawlUrl.of(LongText.read(in));
      int flags = in.readByte();
      return (flags & FILLED) != 0
          ? new FilledSlot(url, in.readInt(), EncodedItems.read(in))
          : OrderedPage.read(url, flags, in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
