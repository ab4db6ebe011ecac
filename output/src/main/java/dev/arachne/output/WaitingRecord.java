package dev.arachne.output;

import dev.arachne.items.Item;
import dev.arachne.items.ItemBytes;
import dev.arachne.items.LongText;
import dev.arachne.items.PartialItem;
import dev.arachne.url.CrawlUrl;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A record that waits for its detail page, as a row keeps it. Immutable.
 *
 * @param page that has the record
 * @param visit of that page
 * @param slot the place of the record in the page
 * @param detail the page that it waits for
 * @param partial the record
 */
record WaitingRecord(CrawlUrl page, int visit, int slot, CrawlUrl detail, PartialItem partial) {
  /** Reads the form that {@link #toBytes} made. */
  static WaitingRecord read(byte[] bytes) {
    try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      CrawlUrl page = CrawlUrl.of(LongText.read(in));
      int visit = in.readInt();
      int slot = in.readInt();
      CrawlUrl detail = CrawlUrl.of(LongText.read(in));
      int kind = in.readInt();
      Set<String> required = new HashSet<>();
      for (int left = in.readInt(); left > 0; left--) {
        required.add(LongText.read(in));
      }
      Item item = ItemBytes.read(in.readAllBytes()).getFirst();
      var partial = new PartialItem(item, Optional.of(detail), kind, required);
      return new WaitingRecord(page, visit, slot, detail, partial);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  byte[] toBytes() {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      LongText.write(out, page.href());
      out.writeInt(visit);
      out.writeInt(slot);
      LongText.write(out, detail.href());
      out.writeInt(partial.kind());
      out.writeInt(partial.required().size());
      for (String field : partial.required()) {
        LongText.write(out, field);
      }
      out.write(ItemBytes.of(List.of(partial.item())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** The same record, which waits for another page. */
  WaitingRecord at(CrawlUrl other) {
    return new WaitingRecord(page, visit, slot, other, partial);
  }
}
