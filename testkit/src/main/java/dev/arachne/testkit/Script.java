package dev.arachne.testkit;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The steps of one answer, made one at a time as they are pulled, so that an endless answer costs
 * no memory. A script is played once by one transport; it neither sleeps nor knows threads.
 */
@FunctionalInterface
public interface Script {

  /** The next step, or null when the answer is whole and the connection waits for a request. */
  @Nullable Step next();

  /** These steps, in order. */
  static Script of(List<Step> steps) {
    var rest = new ArrayDeque<>(steps);
    return rest::poll;
  }

  /** First these steps, then the others. */
  static Script concat(Script first, Script second) {
    return () -> {
      Step step = first.next();
      return step != null ? step : second.next();
    };
  }

  /** The same bytes in pieces of at most {@code pieceBytes}, with a pause after each. */
  default Script dripping(int pieceBytes, Duration pause) {
    if (pieceBytes < 1) {
      throw new IllegalArgumentException("pieces of " + pieceBytes + " bytes");
    }
    var pending = new ArrayDeque<Step>();
    return () -> {
      Step ready = pending.poll();
      if (ready != null) {
        return ready;
      }
      Step step = next();
      if (!(step instanceof Step.Send(byte[] bytes))) {
        return step;
      }
      for (int from = 0; from < bytes.length; from += pieceBytes) {
        int to = Math.min(bytes.length, from + pieceBytes);
        pending.add(new Step.Send(Arrays.copyOfRange(bytes, from, to)));
        pending.add(new Step.Pause(pause));
      }
      return pending.isEmpty() ? step : pending.poll();
    };
  }

  /** The first {@code bytes} bytes, then {@code last} in place of all that would have followed. */
  default Script endingAfter(long bytes, Step last) {
    return new Script() {
      private long left = bytes;
      private boolean ended;

      @Override
      public @Nullable Step next() {
        if (ended) {
          return null;
        }
        Step step = left == 0 ? null : Script.this.next();
        if (step == null) {
          ended = true;
          return last;
        }
        if (step instanceof Step.Send(byte[] sent)) {
          int kept = (int) Math.min(left, sent.length);
          left -= kept;
          return kept == sent.length ? step : new Step.Send(Arrays.copyOf(sent, kept));
        }
        return step;
      }
    };
  }
}
