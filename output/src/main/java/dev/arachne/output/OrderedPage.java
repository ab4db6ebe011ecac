package dev.arachne.output;

import dev.arachne.items.LongText;
import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Disposition;
import dev.arachne.url.CrawlUrl;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The records of a decided URL, and the data that their order needs. Immutable.
 *
 * @param records its records; none for a URL that is not a page
 * @param onward the URLs to which the crawl continues from it, in order
 * @param isRedirect whether {@code onward} takes its place in the order, or comes behind it
 * @param slots the places of records behind these, which may wait for their detail pages; a waiting
 *     one is empty
 */
record OrderedPage(
    CrawlUrl url,
    EncodedItems records,
    List<CrawlUrl> onward,
    boolean isRedirect,
    List<Optional<EncodedItems>> slots)
    implements OrderEvent {

  OrderedPage {
    slots = List.copyOf(slots);
  }

  static OrderedPage of(
      CrawlUrl url,
      Disposition.Final verdict,
      EncodedItems records,
      List<Optional<EncodedItems>> slots,
      List<Discovery> found) {
    List<CrawlUrl> onward =
        found.stream()
            .filter(discovery -> discovery.rejection().isEmpty())
            .map(Discovery::url)
            .toList();
    boolean isRedirect = verdict instanceof Disposition.Moved;
    return new OrderedPage(url, records, onward, isRedirect, slots);
  }

  /** Reads the rest of the form that {@link #toBytes} made. */
  static OrderedPage read(CrawlUrl url, DataInputStream in) throws IOException {
    EncodedItems records = EncodedItems.read(in);
    boolean isRedirect = in.readBoolean();
    List<CrawlUrl> onward = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      onward.add(CrawlUrl.of(LongText.read(in)));
    }
    List<Optional<EncodedItems>> slots = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      slots.add(in.readBoolean() ? Optional.of(EncodedItems.read(in)) : Optional.empty());
    }
    return new OrderedPage(url, records, onward, isRedirect, slots);
  }

  @Override
  public byte[] toBytes() {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      LongText.write(out, url.href());
      out.writeByte(PAGE);
      records.write(out);
      out.writeBoolean(isRedirect);
      out.writeInt(onward.size());
      for (CrawlUrl next : onward) {
        LongText.write(out, next.href());
      }
      out.writeInt(slots.size());
      for (Optional<EncodedItems> slot : slots) {
        out.writeBoolean(slot.isPresent());
        if (slot.isPresent()) {
          slot.get().write(out);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** All of its records that do not wait, in order. */
  List<EncodedItems> encoded() {
    List<EncodedItems> all = new ArrayList<>();
    all.add(records);
    slots.forEach(slot -> slot.ifPresent(all::add));
    return all;
  }

  /** Whether a record waits for its detail page. */
  boolean waits() {
    return slots.contains(Optional.<EncodedItems>empty());
  }

  /** How many of its records do not wait. */
  int present() {
    return encoded().stream().mapToInt(EncodedItems::count).sum();
  }

  /** The same page with the record of a slot. */
  OrderedPage with(FilledSlot filled) {
    List<Optional<EncodedItems>> more = new ArrayList<>(slots);
    more.set(filled.slot(), Optional.of(filled.records()));
    return new OrderedPage(url, records, onward, isRedirect, more);
  }
}
