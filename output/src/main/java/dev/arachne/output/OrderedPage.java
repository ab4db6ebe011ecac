package dev.arachne.output;

import dev.arachne.items.LongText;
import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Disposition;
import dev.arachne.url.CrawlUrl;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The records of a decided URL, and the data that their order needs. Immutable.
 *
 * @param count its records; 0 for a URL that is not a page
 * @param records the bytes of these records in their output
 * @param onward the URLs to which the crawl continues from it, in order
 * @param isRedirect whether {@code onward} takes its place in the order, or comes behind it
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record OrderedPage(
    CrawlUrl url, int count, byte[] records, List<CrawlUrl> onward, boolean isRedirect) {

  static OrderedPage of(
      CrawlUrl url, Disposition.Final verdict, int count, byte[] records, List<Discovery> found) {
    List<CrawlUrl> onward =
        found.stream()
            .filter(discovery -> discovery.rejection().isEmpty())
            .map(Discovery::url)
            .toList();
    boolean isRedirect = verdict instanceof Disposition.Moved;
    return new OrderedPage(url, count, records, onward, isRedirect);
  }

  /** Reads the form that {@link #toBytes} made. */
  static OrderedPage read(byte[] bytes) {
    try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      CrawlUrl url = CrawlUrl.of(LongText.read(in));
      boolean isRedirect = in.readBoolean();
      List<CrawlUrl> onward = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        onward.add(CrawlUrl.of(LongText.read(in)));
      }
      return new OrderedPage(url, in.readInt(), in.readAllBytes(), onward, isRedirect);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  byte[] toBytes() {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      LongText.write(out, url.href());
      out.writeBoolean(isRedirect);
      out.writeInt(onward.size());
      for (CrawlUrl next : onward) {
        LongText.write(out, next.href());
      }
      out.writeInt(count);
      out.write(records);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
