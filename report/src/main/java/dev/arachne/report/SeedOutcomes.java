package dev.arachne.report;

import dev.arachne.items.LongText;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.Verdict;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The seeds that led nowhere: those that failed, and those whose redirects end in a failure, in a
 * URL outside the crawl or in a loop. A redirect to a URL that was decided before counts as
 * reached. Confined to its event loop.
 */
final class SeedOutcomes {
  /** Seeds whose redirects are followed at a time; a seed beyond that counts as reached. */
  private static final int MAX_CHAINS = 10_000;

  /** The failed seeds that are listed, even if a million failed. */
  private static final int MAX_FAILED = 1_000;

  private final List<String> failed = new ArrayList<>();

  /** The chains by the URL whose verdict is awaited. */
  private final Map<String, List<Chain>> awaited = new LinkedHashMap<>();

  /** A seed and the URLs that its redirects have led to, itself among them. */
  private record Chain(String root, Set<String> passed) {}

  /** Adds the verdict on any URL of the crawl. */
  void add(Verdict verdict) {
    boolean isRoot = verdict.discovery().via() == null;
    if (!isRoot && awaited.isEmpty()) {
      return;
    }
    String url = verdict.discovery().url().toString();
    List<Chain> chains = awaited.remove(url);
    chains = chains == null ? new ArrayList<>() : chains;
    if (isRoot) {
      failed.remove(url); // It failed at an earlier visit.
      chains.add(new Chain(url, new HashSet<>(Set.of(url))));
    }
    for (Chain chain : chains) {
      Disposition last = verdict.disposition();
      if (last instanceof Disposition.Moved(var _, String target)) {
        follow(chain, target);
      } else if (!(last instanceof Disposition.Done(var answer)) || answer.status() >= 400) {
        fail(chain);
      }
    }
  }

  /** The seeds that led nowhere, in the order in which that was known; the first thousand. */
  List<String> failed() {
    return List.copyOf(failed);
  }

  private void follow(Chain chain, String target) {
    if (!chain.passed.add(target)) {
      fail(chain);
    } else if (awaited.size() < MAX_CHAINS) {
      awaited.computeIfAbsent(target, _ -> new ArrayList<>()).add(chain);
    }
  }

  private void fail(Chain chain) {
    if (failed.size() < MAX_FAILED) {
      failed.add(chain.root);
    }
  }

  void write(DataOutputStream out) throws IOException {
    out.writeInt(failed.size());
    for (String root : failed) {
      LongText.write(out, root);
    }
    out.writeInt(awaited.size());
    for (Map.Entry<String, List<Chain>> entry : awaited.entrySet()) {
      LongText.write(out, entry.getKey());
      out.writeInt(entry.getValue().size());
      for (Chain chain : entry.getValue()) {
        LongText.write(out, chain.root);
        out.writeInt(chain.passed.size());
        for (String url : chain.passed) {
          LongText.write(out, url);
        }
      }
    }
  }

  static SeedOutcomes read(DataInputStream in) throws IOException {
    var outcomes = new SeedOutcomes();
    for (int left = in.readInt(); left > 0; left--) {
      outcomes.failed.add(LongText.read(in));
    }
    for (int left = in.readInt(); left > 0; left--) {
      String url = LongText.read(in);
      List<Chain> chains = new ArrayList<>();
      for (int more = in.readInt(); more > 0; more--) {
        String root = LongText.read(in);
        Set<String> passed = new HashSet<>();
        for (int urls = in.readInt(); urls > 0; urls--) {
          passed.add(LongText.read(in));
        }
        chains.add(new Chain(root, passed));
      }
      outcomes.awaited.put(url, chains);
    }
    return outcomes;
  }
}
