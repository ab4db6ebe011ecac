package dev.arachne.cluster;

import dev.arachne.frontier.Share;
import dev.arachne.frontier.Turnstile;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.DeadlineException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Promise;
import dev.arachne.url.Origin;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Turns at hosts of other shards, which are asked for by messages. No clock is compared with that
 * of another machine: the owner keeps its host free for {@link #LATE} from when it says so, and
 * whoever asked knows that this was not before the question. Confined to its loop.
 */
final class Turnstiles implements Turnstile {
  /** How soon a turn has to be, by the owner's reckoning. */
  static final Duration WITHIN = Duration.ofSeconds(20);

  /** How long the owner keeps the host free for a request that is to leave. */
  static final Duration LATE = Duration.ofSeconds(8);

  /** An answer takes two transactions; who has none by then asks once more. */
  private static final Duration ANSWER = Duration.ofSeconds(5);

  private final ShardTask task;
  private final int shards;
  private final Map<Long, Promise<Duration>> asked = new HashMap<>();
  private long next = ThreadLocalRandom.current().nextLong();

  Turnstiles(ShardTask task, int shards) {
    this.task = task;
    this.shards = shards;
  }

  @Override
  public long awaitTurn(Origin host, Deadline deadline) {
    OptionalLong end = turn(host, deadline);
    while (end.isEmpty() && !deadline.hasPassed()) {
      end = turn(host, deadline);
    }
    return end.orElseThrow(() -> new DeadlineException("a turn at " + host));
  }

  /** Asks once; empty if nobody answers, as while the shard moves. */
  private OptionalLong turn(Origin host, Deadline deadline) {
    EventLoop loop = EventLoop.current();
    long number = next++;
    var turn = new Promise<Duration>(loop, "a turn at " + host);
    asked.put(number, turn);
    long begin = loop.time().nanos();
    try {
      int owner = Share.numberOf(host.host(), shards);
      task.send(owner, new Message.TurnAsked(task.shard(), number, host.toString()));
      Duration pause = turn.await(loop.deadline(ANSWER).earlier(deadline));
      if (pause.isPositive()) {
        EventLoop.sleep(pause);
      }
      return OptionalLong.of(begin + pause.plus(LATE).toNanos());
    } catch (DeadlineException e) {
      return OptionalLong.empty();
    } finally {
      asked.remove(number);
    }
  }

  /** A turn was given. */
  void given(Message.TurnGiven given) {
    Promise<Duration> turn = asked.get(given.number());
    if (turn != null) {
      turn.complete(given.pause());
    }
  }
}
