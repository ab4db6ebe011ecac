package dev.arachne.frontier;

import dev.arachne.runtime.Condition;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Task;
import dev.arachne.runtime.TaskGroup;
import dev.arachne.url.Origin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * The shards of one crawl that run in one process, on one event loop. Each is a {@link Frontier}
 * with a {@link HostPartition} of the hosts, a store and workers of its own. Confined to its loop.
 *
 * <p>The work common to them is done here, by {@link #call}:
 *
 * <ul>
 *   <li>Discoveries on hosts of another shard are carried there once they are out of reach of a
 *       power cut. The sender forgets them once their arrival is. So each discovery arrives once,
 *       even if a crash sets back one of the stores.
 *   <li>The bound on pages is granted to them in parts; one that has used its part up gets half of
 *       what another has left.
 *   <li>The end is agreed on by counting. All were quiet, twice in a row, and had together received
 *       as much as sent, the same both times. That is the four-counter method of Mattern,
 *       Algorithms for distributed termination detection, 1987. It needs no moment at which all are
 *       stopped.
 * </ul>
 *
 * <p>If one of them is closed before that end, all are stopped: their crawl resumes when all are
 * opened again.
 */
public final class Shards implements Callable<@Nullable Void> {
  /** The time from one look at all shards to the next. */
  private static final Duration LOOK_EVERY = Duration.ofMillis(100);

  /** Discoveries that are carried together. */
  private static final int AT_ONCE = 10_000;

  private final Condition joining;
  private final @Nullable Frontier[] frontiers;

  /**
   * Shards that have yet to join.
   *
   * @param count how many there are, from 1; fixed for the life of a crawl
   */
  public Shards(EventLoop loop, int count) {
    this.joining = new Condition(loop, "all shards");
    this.frontiers = new Frontier[count];
  }

  /** The share of the shard of that number, from 0. */
  public HostPartition share(int number) {
    return new HostPartition(number, frontiers.length);
  }

  /**
   * Adds a shard.
   *
   * @throws IllegalArgumentException if it was opened for another number of shards, or its number
   *     is taken
   */
  public void join(Frontier frontier) {
    HostPartition share = frontier.share();
    if (share.count() != frontiers.length || frontiers[share.number()] != null) {
      throw new IllegalArgumentException(share + " cannot be one of " + frontiers.length);
    }
    frontiers[share.number()] = frontier;
    frontier.beside(this::owner);
    joining.signalAll();
  }

  /** Works until the crawl is over, or one of the shards is closed. */
  @Override
  public @Nullable Void call() throws Exception {
    List<Frontier> all = all();
    while (all.size() < frontiers.length) {
      joining.await(Deadline.NEVER);
      all = all();
    }
    List<Frontier> shards = all;
    TaskGroup.run(group -> {
      List<Task<?>> carriers = new ArrayList<>();
      for (Frontier from : shards) {
        carriers.add(group.spawn("what is found at " + from.share(), () -> carry(from, shards)));
      }
      watch(shards);
      carriers.forEach(Task::cancel);
      return true;
    });
    return null;
  }

  private List<Frontier> all() {
    List<Frontier> all = new ArrayList<>();
    for (Frontier frontier : frontiers) {
      if (frontier != null) {
        all.add(frontier);
      }
    }
    return all;
  }

  private Frontier owner(Origin host) {
    Frontier owner = frontiers[HostPartition.numberOf(host.host(), frontiers.length)];
    if (owner == null) {
      throw new IllegalStateException("the shard of " + host + " has not joined");
    }
    return owner;
  }

  private @Nullable Void carry(Frontier from, List<Frontier> shards) {
    long next = from.firstTransfer();
    for (List<Transfer> some = from.transfers(next, AT_ONCE);
        !some.isEmpty();
        some = from.transfers(next, AT_ONCE)) {
      Map<Integer, List<Transfer>> byShard = new TreeMap<>();
      for (Transfer transfer : some) {
        int to = HostPartition.numberOf(transfer.discovery().url().host(), shards.size());
        byShard.computeIfAbsent(to, _ -> new ArrayList<>()).add(transfer);
      }
      for (Map.Entry<Integer, List<Transfer>> entry : byShard.entrySet()) {
        Frontier to = shards.get(entry.getKey());
        if (to.isClosed()) {
          return null;
        }
        to.deliver(from.share().number(), entry.getValue());
      }
      long end = some.getLast().number() + 1;
      from.delivered(next, end);
      next = end;
    }
    return null;
  }

  private static void watch(List<Frontier> shards) {
    if (shards.size() > 1) {
      grantFirst(shards); // The only shard has the whole bound.
    }
    List<ShardCensus> before = List.of();
    while (shards.stream().noneMatch(Frontier::isClosed)) {
      List<ShardCensus> now = census(shards);
      boolean isSame = isEnd(before) && isEnd(now) && sent(before) == sent(now);
      if (!balance(shards, now) && isSame && end(shards)) {
        return;
      }
      before = now;
      EventLoop.sleep(LOOK_EVERY);
    }
    shards.forEach(Frontier::stop);
  }

  private static List<ShardCensus> census(List<Frontier> shards) {
    return shards.stream().map(Frontier::census).toList();
  }

  private static boolean isEnd(List<ShardCensus> all) {
    return !all.isEmpty()
        && all.stream().allMatch(ShardCensus::isQuiet)
        && sent(all) == all.stream().mapToLong(ShardCensus::received).sum();
  }

  private static long sent(List<ShardCensus> all) {
    return all.stream().mapToLong(ShardCensus::sent).sum();
  }

  private static boolean end(List<Frontier> shards) {
    boolean areDone = true;
    for (Frontier shard : shards) {
      areDone &= shard.end();
    }
    return areDone;
  }

  /** The rest of the bound on pages, in equal parts. */
  private static void grantFirst(List<Frontier> shards) {
    long charged = census(shards).stream().mapToLong(ShardCensus::charged).sum();
    long left = Math.max(0, shards.getFirst().maxPages() - charged);
    for (int i = 0; i < shards.size(); i++) {
      long part = left / (shards.size() - i);
      shards.get(i).grant(part);
      left -= part;
    }
  }

  /** Grants pages to shards that may lease none; returns whether any were left to grant. */
  private static boolean balance(List<Frontier> shards, List<ShardCensus> all) {
    boolean hasGiven = false;
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).isStarved()) {
        hasGiven |= give(shards, all, shards.get(i));
      }
    }
    return hasGiven;
  }

  private static boolean give(List<Frontier> shards, List<ShardCensus> all, Frontier starved) {
    int richest = 0;
    for (int i = 1; i < all.size(); i++) {
      richest = all.get(i).unused() > all.get(richest).unused() ? i : richest;
    }
    long half = all.get(richest).unused() - all.get(richest).unused() / 2;
    long given = shards.get(richest).giveBack(half);
    starved.grant(given);
    return given > 0;
  }
}
