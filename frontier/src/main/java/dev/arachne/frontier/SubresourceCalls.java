package dev.arachne.frontier;

import dev.arachne.runtime.CancelledException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Promise;
import dev.arachne.runtime.Timer;
import dev.arachne.url.CrawlUrl;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The calls that wait, on the side of the workers, for a turn to request a subresource; on the
 * other side they are {@link Guests}. Confined to the loop of its {@link Frontier}.
 */
final class SubresourceCalls {
  private final EventLoop loop;
  private final Consumer<ShardRequest> post;
  private final Runnable ask;

  /** By call; true once it is answered. */
  private final Map<ShardRequest.Call, Promise<Boolean>> waiting = new LinkedHashMap<>();

  private @Nullable Timer next;

  /**
   * The calls of a frontier.
   *
   * @param post sends a request to the shard
   * @param ask has the shard asked again
   */
  SubresourceCalls(EventLoop loop, Consumer<ShardRequest> post, Runnable ask) {
    this.loop = loop;
    this.post = post;
    this.ask = ask;
  }

  /** Waits for a turn; empty if the crawl ends first. */
  Optional<SubresourceTurn> await(CrawlUrl page, CrawlUrl url) {
    var call = new ShardRequest.Call(page, url);
    var answered = new Promise<Boolean>(loop, "a turn for " + url);
    waiting.put(call, answered);
    post.accept(call);
    try {
      return answered.await() ? Optional.ofNullable(call.turn()) : Optional.empty();
    } catch (CancelledException e) {
      waiting.remove(call);
      post.accept(new ShardRequest.Recall(call));
      throw e;
    }
  }

  /**
   * Answers the calls that had their turn in a batch.
   *
   * @param wait how long until another one may, if nothing else happens
   */
  void answer(Optional<Duration> wait) {
    if (next != null) {
      next.cancel();
      next = null;
    }
    waiting
        .entrySet()
        .removeIf(each -> {
          boolean isAnswered = each.getKey().turn() != null;
          if (isAnswered) {
            each.getValue().complete(true);
          }
          return isAnswered;
        });
    if (!waiting.isEmpty() && wait.isPresent()) {
      next =
          loop.after(
              wait.get(),
              () -> {
                next = null;
                ask.run();
              });
    }
  }

  /** Ends the crawl: no call gets a turn any more. */
  void stop() {
    Map<ShardRequest.Call, Promise<Boolean>> all = Map.copyOf(waiting);
    waiting.clear();
    all.forEach((call, answered) -> {
      post.accept(new ShardRequest.Recall(call));
      answered.complete(false);
    });
  }
}
