package dev.arachne.output;

import dev.arachne.items.Item;
import dev.arachne.items.ItemBytes;
import dev.arachne.items.LongText;
import dev.arachne.url.CrawlUrl;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** The records of a page for a sink. Immutable. */
record PageItems(CrawlUrl url, List<Item> items) {
  static PageItems read(byte[] bytes) {
    try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      return new PageItems(CrawlUrl.of(LongText.read(in)), ItemBytes.read(in.readAllBytes()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  byte[] toBytes() {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      LongText.write(out, url.href());
      out.write(ItemBytes.of(items));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
