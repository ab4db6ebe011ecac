package dev.arachne.frontier;

import dev.arachne.store.RowStore;
import dev.arachne.traps.TemplateYield;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The yields of the templates of a shard: rows, of which those read or changed last are in memory,
 * since most pages are of few templates. Confined to its shard.
 */
final class TemplateYields {
  /** The most yields in memory between two flushes. */
  private static final int MOST = 1_000;

  private final RowStore store;

  /** By the keys of host and template, combined. */
  private final Map<Long, Yield> known = new HashMap<>();

  private final List<Yield> unwritten = new ArrayList<>();

  TemplateYields(RowStore store) {
    this.store = store;
  }

  /** The yield of one template of one host; valid up to the next flush. */
  final class Yield {
    private final byte[] key;
    private TemplateYield its;
    private boolean isUnwritten;

    private Yield(byte[] key) {
      this.key = key;
      byte[] row = store.get(key);
      this.its = row == null ? TemplateYield.NONE : TemplateYield.read(row);
    }

    TemplateYield get() {
      return its;
    }

    void become(TemplateYield next) {
      its = next;
      if (!isUnwritten) {
        isUnwritten = true;
        unwritten.add(this);
      }
    }
  }

  Yield of(long host, long template) {
    Long place = host ^ template;
    Yield its = known.get(place);
    if (its == null) {
      its = new Yield(FrontierKeys.trap('t', host, template));
      known.put(place, its);
    }
    return its;
  }

  /** Puts the changes into the store, to be committed with the rest. */
  void flush() {
    for (Yield each : unwritten) {
      store.put(each.key, each.its.toBytes());
      each.isUnwritten = false;
    }
    unwritten.clear();
    if (known.size() > MOST) {
      known.clear();
    }
  }
}
