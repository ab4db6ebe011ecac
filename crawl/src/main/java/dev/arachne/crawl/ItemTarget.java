package dev.arachne.crawl;

import dev.arachne.items.ItemFormat;
import dev.arachne.options.ItemFile;

/** Where records go, and as what bytes they are committed on their way there. */
sealed interface ItemTarget {
  byte[] bytes(PageItems page);

  /** Lines, each record's at its place in a file. */
  record InFile(ItemFile file, ItemFormat format) implements ItemTarget {
    @Override
    public byte[] bytes(PageItems page) {
      return format.lines(page.items());
    }
  }

  /** Calls. */
  record ToSink(ItemSink sink) implements ItemTarget {
    @Override
    public byte[] bytes(PageItems page) {
      return page.toBytes();
    }
  }
}
