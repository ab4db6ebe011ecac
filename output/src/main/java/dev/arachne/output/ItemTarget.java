package dev.arachne.output;

import dev.arachne.items.Item;
import dev.arachne.items.ItemFormat;
import dev.arachne.ledger.OutputRecord;
import dev.arachne.options.ItemFile;
import dev.arachne.url.CrawlUrl;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** The target of records, and their form when they are committed on the way there. */
public sealed interface ItemTarget {
  /** The records of a page, in order. */
  byte[] bytes(CrawlUrl page, List<Item> items);

  /** The rows of outputs that {@link #bytes} are made of. */
  List<OutputRecord> rows(byte[] bytes);

  /** Lines, each record's at its place in each file. */
  record InFiles(List<ItemFile> files, ItemFormat usual) implements ItemTarget {
    public InFiles {
      files = List.copyOf(files);
    }

    /** The format of a file. */
    public ItemFormat format(ItemFile file) {
      return file.format(usual);
    }

    /** The lines for the only file; for several, those of each after their length. */
    @Override
    public byte[] bytes(CrawlUrl page, List<Item> items) {
      List<byte[]> parts = files.stream().map(file -> format(file).lines(items)).toList();
      if (parts.size() == 1) {
        return parts.getFirst();
      }
      int size = parts.stream().mapToInt(part -> Integer.BYTES + part.length).sum();
      ByteBuffer all = ByteBuffer.allocate(size);
      parts.forEach(part -> all.putInt(part.length).put(part));
      return all.array();
    }

    @Override
    public List<OutputRecord> rows(byte[] bytes) {
      if (files.size() == 1) {
        return List.of(new OutputRecord(Outputs.ITEMS, bytes));
      }
      List<OutputRecord> rows = new ArrayList<>();
      ByteBuffer all = ByteBuffer.wrap(bytes);
      for (int i = 0; i < files.size(); i++) {
        byte[] part = new byte[all.getInt()];
        all.get(part);
        rows.add(new OutputRecord(Outputs.numbered(Outputs.ITEMS, i), part));
      }
      return rows;
    }
  }

  /** Calls. */
  record ToSink(ItemSink sink) implements ItemTarget {
    @Override
    public byte[] bytes(CrawlUrl page, List<Item> items) {
      return new PageItems(page, items).toBytes();
    }

    @Override
    public List<OutputRecord> rows(byte[] bytes) {
      return List.of(new OutputRecord(Outputs.ITEMS, bytes));
    }
  }
}
