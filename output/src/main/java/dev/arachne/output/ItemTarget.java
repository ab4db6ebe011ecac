package dev.arachne.output;

import dev.arachne.items.Item;
import dev.arachne.items.ItemFormat;
import dev.arachne.options.ItemFile;
import dev.arachne.url.CrawlUrl;
import java.util.List;

/** The target of records, and their form when they are committed on the way there. */
public sealed interface ItemTarget {
  /** The records of a page, in order. */
  byte[] bytes(CrawlUrl page, List<Item> items);

  /** Lines, each record's at its place in a file. */
  record InFile(ItemFile file, ItemFormat format) implements ItemTarget {
    @Override
    public byte[] bytes(CrawlUrl page, List<Item> items) {
      return format.lines(items);
    }
  }

  /** Calls. */
  record ToSink(ItemSink sink) implements ItemTarget {
    @Override
    public byte[] bytes(CrawlUrl page, List<Item> items) {
      return new PageItems(page, items).toBytes();
    }
  }
}
