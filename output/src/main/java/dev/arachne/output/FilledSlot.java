package dev.arachne.output;

import dev.arachne.items.LongText;
import dev.arachne.url.CrawlUrl;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * A record that waited for its detail page, and does not wait any more. Immutable.
 *
 * @param url the page that has the record
 * @param slot its place among the slots of that page
 * @param records the record; none if it lacks a required field
 */
record FilledSlot(CrawlUrl url, int slot, EncodedItems records) implements OrderEvent {
  @Override
  public byte[] toBytes() {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      LongText.write(out, url.href());
      out.writeByte(SLOT);
      out.writeInt(slot);
      records.write(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
