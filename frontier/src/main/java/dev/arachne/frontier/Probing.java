package dev.arachne.frontier;

import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.Priority;
import dev.arachne.ledger.VisitNote;
import dev.arachne.store.RowStore;
import dev.arachne.store.StoreException;
import dev.arachne.traps.AbsentPage;
import dev.arachne.traps.HostAnswers;
import dev.arachne.traps.UrlShape;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Requests absent pages of hosts, before the pages that are compared with the answers. The state of
 * a host is a row, which changes with the discovery and with the verdict that it follows from.
 * Confined to its shard.
 */
final class Probing {
  /** The most hosts with answers in memory: up to 20 KB each. */
  private static final int MOST_KNOWN = 256;

  private final RowStore store;
  private final Probes probes;

  /** The answers of the hosts looked up last, by the numbers of hosts. */
  private final Map<Long, HostAnswers> known = new LinkedHashMap<>(16, 0.75f, true);

  Probing(RowStore store, Probes probes) {
    this.store = store;
    this.probes = probes;
  }

  /** The probe to request before a page that was found; empty if none is due. */
  Optional<Discovery> before(Discovery page, HostQueue host) {
    if (probes == Probes.NONE
        || (page.priority() != Priority.PAGES && page.priority() != Priority.DETAILS)
        || of(host).areAll()) {
      return Optional.empty();
    }
    Optional<UrlShape> shape = UrlShape.of(page.url()).filter(of(host)::needs);
    shape.ifPresent(its -> keep(host, of(host).asked(its)));
    return shape.map(its ->
        new Discovery(
            its.absent(page.url().origin()), page.url(), 0, 0, Priority.PROBES, Optional.empty()));
  }

  /** The pages that a host serves for absent URLs; empty for a page that is a probe itself. */
  List<AbsentPage> pages(QueueEntry entry, HostQueue host) {
    return probes == Probes.NONE || entry.isProbe() ? List.of() : of(host).pages();
  }

  /** Takes in the notes of a visit about an absent page. */
  void completed(List<VisitNote> notes, HostQueue host) {
    for (VisitNote note : notes) {
      if (note.name().equals(AbsentPage.NOTES)) {
        keep(host, of(host).with(AbsentPage.read(note.bytes())));
      }
    }
  }

  /** The verdict on a probe, regardless of its outcome. */
  static Disposition.Final verdict(Disposition.Final last) {
    return switch (last) {
      case Disposition.Done(var answer) -> dropped("status " + answer.status(), last);
      case Disposition.Moved(var _, String target) -> dropped("it redirects to " + target, last);
      case Disposition.Dropped(DropReason reason, String detail, var _) ->
          dropped(detail.isEmpty() ? reason.text() : reason.text() + ": " + detail, last);
    };
  }

  private static Disposition.Final dropped(String detail, Disposition.Final last) {
    return new Disposition.Dropped(DropReason.PROBE, detail, last.answered());
  }

  private HostAnswers of(HostQueue host) {
    HostAnswers its = known.get(host.key);
    if (its == null) {
      byte[] row = store.get(FrontierKeys.answers(host.key));
      its = row == null ? HostAnswers.NONE : read(row);
      remember(host, its);
    }
    return its;
  }

  private static HostAnswers read(byte[] row) {
    try {
      return HostAnswers.read(row);
    } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
      throw StoreException.damaged("the answers of a host for pages that are not there", e);
    }
  }

  private void remember(HostQueue host, HostAnswers answers) {
    known.put(host.key, answers);
    if (known.size() > MOST_KNOWN) {
      known.remove(known.keySet().iterator().next());
    }
  }

  private void keep(HostQueue host, HostAnswers answers) {
    remember(host, answers);
    store.put(FrontierKeys.answers(host.key), answers.toBytes());
  }
}
