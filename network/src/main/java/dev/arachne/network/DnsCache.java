package dev.arachne.network;

import dev.arachne.runtime.CancelledException;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.DeadlineException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Promise;
import dev.arachne.runtime.TaskFailedException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A cache of DNS lookups: it keeps the addresses of names, and for a shorter time that a name has
 * no address. Concurrent lookups of a name cause one request to the resolver behind. Confined to
 * one loop.
 *
 * <p>The system's resolver does not return the TTL of an answer, so one bound applies to all.
 */
public final class DnsCache implements Resolver {

  /** The default time for which an answer is used. */
  public static final Duration DEFAULT_TTL = Duration.ofMinutes(5);

  private static final Duration NEGATIVE_LIFETIME = Duration.ofSeconds(30);

  /**
   * The time for which a failed DNS lookup is cached. It is a second more than the JDK keeps a
   * failure, which it repeats without its kind.
   */
  private static final Duration UNANSWERED_LIFETIME = Duration.ofSeconds(11);

  private static final int MAX_NAMES = 10_000;

  /** The timeout of a DNS lookup; callers may stop waiting before. */
  private static final Duration LOOKUP_TIMEOUT = Duration.ofSeconds(30);

  /** A DNS lookup in progress or done; {@code lifetime} is unbounded until it is done. */
  private static final class Answer {
    final Promise<List<InetAddress>> addresses;
    long doneAt;
    long lifetime = Long.MAX_VALUE;

    Answer(EventLoop loop, String host) {
      this.addresses = new Promise<>(loop, "the addresses of " + host);
    }

    void isFor(Duration time, EventLoop loop) {
      doneAt = loop.time().nanos();
      lifetime = time.toNanos();
    }
  }

  private final EventLoop loop;
  private final Resolver behind;
  private final Duration lifetime;

  /** Coroutines that wait for an answer. */
  private int waiting;

  /** The last name that had an address; empty at first. */
  private String answered = "";

  private final LinkedHashMap<String, Answer> answers =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Answer> eldest) {
          return size() > MAX_NAMES;
        }
      };

  /**
   * A cache of the calling coroutine's loop.
   *
   * @param behind the resolver for names that are not in the cache
   * @param lifetime how long an answer is used
   */
  public DnsCache(Resolver behind, Duration lifetime) {
    this.loop = EventLoop.current();
    this.behind = behind;
    this.lifetime = lifetime;
  }

  @Override
  public List<InetAddress> resolve(String host, Deadline deadline) throws IOException {
    assert loop.inLoop();
    Answer answer = answers.get(host);
    if (answer == null || loop.time().nanos() - answer.doneAt >= answer.lifetime) {
      answer = lookUp(host);
    }
    waiting++;
    try {
      return answer.addresses.await(deadline);
    } catch (TaskFailedException e) {
      // New exceptions: the stack of the first caller would mislead.
      if (e.getCause() instanceof DnsException failed) {
        throw new DnsException(failed, failed.isOfName());
      }
      if (e.getCause() instanceof UnknownHostException) {
        var failure = new UnknownHostException(host);
        failure.initCause(e.getCause());
        throw failure;
      }
      if (e.getCause() instanceof DeadlineException tooLate) {
        throw tooLate;
      }
      throw e;
    } finally {
      waiting--;
    }
  }

  /** The number of coroutines that wait for the addresses of a name. */
  public int waiting() {
    assert loop.inLoop();
    return waiting;
  }

  private Answer lookUp(String host) {
    Deadline patience = loop.deadline(LOOKUP_TIMEOUT);
    var answer = new Answer(loop, host);
    answers.put(host, answer);
    // The task is not kept: it takes ten times the memory of its result.
    loop.spawn(
        "look up " + host,
        () -> {
          lookUp(host, patience, answer);
          return null;
        });
    return answer;
  }

  private void lookUp(String host, Deadline patience, Answer answer) {
    try {
      List<InetAddress> found = ask(host, patience);
      answer.isFor(lifetime, loop);
      answer.addresses.complete(found);
    } catch (CancelledException e) {
      answer.addresses.cancel();
      throw e;
    } catch (Throwable e) {
      answer.isFor(e instanceof DnsException ? UNANSWERED_LIFETIME : NEGATIVE_LIFETIME, loop);
      answer.addresses.fail(e);
    }
  }

  private List<InetAddress> ask(String host, Deadline patience) throws IOException {
    try {
      List<InetAddress> addresses = behind.resolve(host, patience);
      answered = host;
      return addresses;
    } catch (UnknownHostException e) {
      throw e;
    } catch (IOException e) {
      throw new DnsException(e, isAnswering(patience));
    }
  }

  /**
   * Whether the resolver answers at all. The test looks up a name that no cache on the path can
   * have, below one that had an address before.
   */
  private boolean isAnswering(Deadline patience) {
    if (answered.isEmpty()) {
      return false;
    }
    try {
      behind.resolve("x" + loop.time().nanos() + "." + answered, patience);
      return true;
    } catch (UnknownHostException e) {
      return true;
    } catch (IOException | DeadlineException e) {
      return false;
    }
  }
}
