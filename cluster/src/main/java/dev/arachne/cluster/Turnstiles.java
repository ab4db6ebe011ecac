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

  /** Of that, what the request has for its connection and its departure. */
  private static final Duration RESERVE = Duration.ofSeconds(2);

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
  public void awaitTurn(Origin host, Deadline deadline) {
    while (!hasTurn(host, deadline)) {
      if (deadline.hasPassed()) {
        throw new DeadlineException("a turn at " + host);
      }
    }
  }

  /** Asks once; false if nobody answers, as while the shard moves, or if the answer is late. */
  private boolean hasTurn(Origin host, Deadline deadline) {
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
      long late = loop.time().nanos() - begin - pause.toNanos();
      return late <= LATE.minus(RESERVE).toNanos();
    } catch (DeadlineException e) {
      return false;
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
