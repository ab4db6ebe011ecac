package dev.arachne.cluster;

import dev.arachne.frontier.HostPartition;
import dev.arachne.frontier.RemoteTurns;
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
 * Turns at hosts of other shards, which are requested by messages. No clock is compared with that
 * of another machine. The owner keeps its host free for {@link #LATE} from its answer on, and the
 * asking shard knows that this was not before its question. Confined to its loop.
 */
final class TurnRequests implements RemoteTurns {
  /** The longest time until a turn, by the owner's clock. */
  static final Duration WITHIN = Duration.ofSeconds(20);

  /** The time for which the owner keeps the host free for a request that is to leave. */
  static final Duration LATE = Duration.ofSeconds(8);

  /**
   * The time allowed for an answer, which takes two transactions; then the shard asks once more.
   */
  private static final Duration ANSWER = Duration.ofSeconds(5);

  private final ShardTask task;
  private final int shards;
  private final Map<Long, Promise<Duration>> asked = new HashMap<>();
  private long next = ThreadLocalRandom.current().nextLong();

  TurnRequests(ShardTask task, int shards) {
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

  /** Asks once; empty without an answer, as while the shard moves. */
  private OptionalLong turn(Origin host, Deadline deadline) {
    EventLoop loop = EventLoop.current();
    long number = next++;
    var turn = new Promise<Duration>(loop, "a turn at " + host);
    asked.put(number, turn);
    long begin = loop.time().nanos();
    try {
      int owner = HostPartition.numberOf(host.host(), shards);
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

  /** Takes in a turn that was given. */
  void given(Message.TurnGiven given) {
    Promise<Duration> turn = asked.get(given.number());
    if (turn != null) {
      turn.complete(given.pause());
    }
  }
}
