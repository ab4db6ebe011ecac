package dev.arachne.offline;

import dev.arachne.archive.ArchivePlace;
import dev.arachne.archive.CaptureIndex;
import dev.arachne.http.StoredAnswers;
import dev.arachne.network.Network;
import dev.arachne.network.NetworkProvider;
import dev.arachne.network.Resolver;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Poller;
import dev.arachne.runtime.TimeSource;
import dev.arachne.runtime.World;
import dev.arachne.url.CrawlUrl;
import java.net.UnknownHostException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A world in which the captures of an archive answer in place of all hosts. Time is virtual: it
 * begins with the first capture, an answer takes a millisecond, and waits take no real time. The
 * loop itself does blocking work. So the result of a program is a function of the archive, even if
 * other threads send requests meanwhile.
 *
 * <p>Made for one run of one loop. Confined to the thread that runs it.
 */
public final class OfflineWorld extends World implements NetworkProvider, AutoCloseable {
  private final VirtualTime time;
  private final RandomGenerator random = new SplittableRandom(0);
  private final CaptureIndex captures;
  private final ArchivedAnswers answers;
  private @Nullable NoNetwork network;

  /**
   * A world with these captures, which it closes.
   *
   * @param at the time that selects among the captures of a URL: the nearest one answers; {@link
   *     Instant#MAX} is the latest
   */
  public OfflineWorld(CaptureIndex captures, Instant at) {
    this.time = new VirtualTime(captures.begin().orElse(Instant.EPOCH));
    this.captures = captures;
    this.answers = new ArchivedAnswers(captures, at, time);
  }

  /** The answers of the archive. */
  public StoredAnswers answers() {
    return answers;
  }

  /** The captures of the archive. */
  public CaptureIndex captures() {
    return captures;
  }

  /**
   * Sets the number of the capture that answers next, from 1 for the first of its URL; 0 selects by
   * time.
   */
  public void visiting(int number) {
    answers.visiting(number);
  }

  /**
   * Returns the place of the capture that answers for a URL, or empty if the archive has no such
   * capture.
   *
   * @param number of the capture, as for {@link #visiting}
   */
  public Optional<ArchivePlace> place(CrawlUrl url, int number) {
    return answers.place(url, number);
  }

  @Override
  protected TimeSource time() {
    return time;
  }

  @Override
  protected RandomGenerator random() {
    return random;
  }

  @Override
  protected Poller newPoller(EventLoop loop) {
    if (network != null) {
      throw new IllegalStateException("an offline world is one run of one loop; make another");
    }
    network = new NoNetwork(time);
    return network;
  }

  @Override
  protected boolean hasThreads() {
    return false;
  }

  @Override
  protected int arrange(ArrayDeque<Runnable> ready) {
    return ready.size();
  }

  @Override
  public Network network() {
    if (network == null) {
      throw new IllegalStateException("no loop runs in this world yet");
    }
    return network;
  }

  /** A resolver without any names. */
  @Override
  public Resolver resolver() {
    return (host, _) -> {
      throw new UnknownHostException(host);
    };
  }

  @Override
  public void close() {
    answers.close();
  }

  @Override
  public String toString() {
    return "an archive";
  }
}
