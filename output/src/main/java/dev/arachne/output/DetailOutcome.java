package dev.arachne.output;

import dev.arachne.frontier.Lease;
import dev.arachne.items.Item;
import dev.arachne.items.ItemBytes;
import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Disposition;
import dev.arachne.url.CrawlUrl;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** The addition of a decided URL to records that wait for it. */
sealed interface DetailOutcome {
  /** Nothing: it failed, or has none of the fields. */
  DetailOutcome NOTHING = new Fields(List.of());

  /** The fields of a page, for each kind of record. */
  record Fields(List<Item> details) implements DetailOutcome {}

  /** A redirect, whose target has the fields. */
  record Moved(CrawlUrl target) implements DetailOutcome {}

  /** The outcome of a visit. */
  static DetailOutcome of(
      Lease lease, Disposition.Final verdict, List<Item> details, List<Discovery> found) {
    return switch (verdict) {
      case Disposition.Done _, Disposition.Dropped _ -> new Fields(details);
      case Disposition.Moved _ ->
          found.stream()
              .filter(target -> target.redirects() > lease.redirects())
              .filter(target -> target.rejection().isEmpty())
              .findFirst()
              .<DetailOutcome>map(target -> new Moved(target.url()))
              .orElse(NOTHING);
    };
  }

  /** Reads the form that {@link #toBytes} made. */
  static DetailOutcome read(byte[] bytes) {
    byte[] rest = Arrays.copyOfRange(bytes, 1, bytes.length);
    return bytes[0] == 'm'
        ? new Moved(CrawlUrl.of(new String(rest, StandardCharsets.UTF_8)))
        : new Fields(ItemBytes.read(rest));
  }

  /** A letter and the rest. */
  default byte[] toBytes() {
    byte[] rest =
        switch (this) {
          case Fields(List<Item> details) -> ItemBytes.of(details);
          case Moved(CrawlUrl target) -> target.href().getBytes(StandardCharsets.UTF_8);
        };
    byte[] bytes = new byte[1 + rest.length];
    bytes[0] = (byte) (this instanceof Moved ? 'm' : 'f');
    System.arraycopy(rest, 0, bytes, 1, rest.length);
    return bytes;
  }
}
