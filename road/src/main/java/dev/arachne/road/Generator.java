package dev.arachne.road;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A body that stops where it yields a value, and continues from there when it is sent one: Python's
 * generator. Confined to one driver at a time.
 *
 * <pre>
 *   driver                              body
 *     | next() ----------------------->  begins
 *     | <---------------- Yielded(a) --  x = own.yield(a)
 *     | send(1) ---------------------->    x is 1
 *     | <---------------- Yielded(b) --  own.yield(b)
 *     | raise(failure) --------------->    throws failure
 *     | <--------------- Returned(r) --  return r
 * </pre>
 *
 * <p>A generator needs a second stack: the body's frames have to survive while the driver
 * continues. Python keeps them in the generator object. The JVM has {@code
 * jdk.internal.vm.Continuation} for this, but it needs an option of the command line that exports
 * the package; virtual threads are the public way to it. So the body is a virtual thread driven by
 * hand: it runs only while its driver is parked, and the driver only while the body is parked. The
 * two never run at once, so their shared state needs no lock; {@link #bodyRuns} hands it over. That
 * costs two switches between threads for a value and back, where the JVM's continuation or a
 * scheduler of one's own (as module {@code runtime} has it) needs no other thread.
 *
 * <p>A failure of the body comes out of the {@code next}, {@code send} or {@code raise} that let it
 * run. Its stack trace then continues with the driver's, also through generators that delegate to
 * each other.
 *
 * @param <S> the type of values sent in
 * @param <Y> the type of yielded values
 * @param <R> the type of the body's result
 */
final class Generator<S, Y, R> implements AutoCloseable {

  /** How far the body came: to a yield or to its end. */
  sealed interface Step<Y, R> {
    /** It stopped at a yield of {@code value}. */
    record Yielded<Y, R>(Y value) implements Step<Y, R> {}

    /** It returned {@code value}, and is finished. */
    record Returned<Y, R>(R value) implements Step<Y, R> {}
  }

  /** The code of a generator. */
  @FunctionalInterface
  interface Body<S, Y, R> {
    /** Runs from the first next to the end; stops in the yields of {@code own}. */
    R run(Own<S, Y> own) throws Exception;
  }

  /** The generator as its own body sees it. */
  interface Own<S, Y> {
    /** Hands {@code value} out and stops until the next value is sent in, or a failure raised. */
    @SuppressWarnings("NamedLikeContextualKeyword") // Python's word, and always called on its owner
    S yield(Y value) throws Exception;

    /**
     * Lets {@code inner} yield, and receive values, in place of this generator until it returns:
     * Python's {@code yield from}.
     *
     * @return the result of the inner generator
     */
    <R> R delegate(Generator<S, Y, R> inner) throws Exception;
  }

  /** A message from the driver that resumes the body. */
  private sealed interface Message<S> {
    record Begin<S>() implements Message<S> {}

    record Sent<S>(S value) implements Message<S> {}

    record Raised<S>(Exception failure) implements Message<S> {}
  }

  private static final Pattern MACHINERY =
      Pattern.compile("java\\.lang\\.(Virtual)?Thread|.*\\.road\\.Generator(\\$.*)?");

  private final Thread thread;
  private @Nullable Thread driver;

  /**
   * Whether the body has the turn. Written last by the side that gives the turn away, read first by
   * the side that takes it.
   */
  private volatile boolean bodyRuns;

  private Message<S> message = new Message.Begin<>();
  private @Nullable Step<Y, R> step;
  private @Nullable Throwable failure;
  private boolean begun;
  private boolean ended;

  Generator(Body<S, Y, R> body) {
    thread = Thread.ofVirtual().unstarted(() -> runBody(body));
  }

  /** Runs the body to its first yield. */
  Step<Y, R> next() throws Exception {
    return resume(new Message.Begin<>());
  }

  /**
   * Resumes the body, with {@code value} as the result of the yield, up to the next yield or the
   * end.
   */
  Step<Y, R> send(S value) throws Exception {
    return resume(new Message.Sent<>(value));
  }

  /**
   * Resumes the body with {@code thrown} coming out of the yield, as Python's {@code throw} does.
   */
  Step<Y, R> raise(Exception thrown) throws Exception {
    return resume(new Message.Raised<>(thrown));
  }

  /** Ends a body that stopped at a yield: its finally-blocks run, and it must not yield again. */
  @Override
  public void close() throws Exception {
    if (!begun || ended) {
      ended = true;
      return;
    }
    try {
      raise(new CancellationException("the generator was closed"));
    } catch (CancellationException e) {
      return;
    }
    if (!ended) {
      throw new IllegalStateException("a generator that was closed yields again");
    }
  }

  /** The driver's side of a switch: gives the turn to the body and waits to get it back. */
  private Step<Y, R> resume(Message<S> message) throws Exception {
    if (ended || begun == message instanceof Message.Begin<S>) {
      throw new IllegalStateException(
          ended ? "the generator has ended" : "next() begins a generator, and begins it once");
    }
    this.message = message;
    driver = Thread.currentThread();
    bodyRuns = true;
    if (begun) {
      LockSupport.unpark(thread);
    } else {
      begun = true;
      thread.start();
    }
    while (bodyRuns) {
      LockSupport.park(this);
    }
    if (failure != null) {
      throw withWayOf(failure);
    }
    return Objects.requireNonNull(step);
  }

  /** The body's side of a switch. */
  private void giveTurnBack() {
    Thread to = driver;
    bodyRuns = false;
    LockSupport.unpark(to);
  }

  private void runBody(Body<S, Y, R> body) {
    try {
      step = new Step.Returned<>(body.run(new Inside()));
    } catch (Throwable e) {
      failure = e;
    }
    ended = true;
    giveTurnBack();
  }

  private final class Inside implements Own<S, Y> {
    @Override
    public S yield(Y value) throws Exception {
      step = new Step.Yielded<>(value);
      giveTurnBack();
      while (!bodyRuns) {
        LockSupport.park(Generator.this);
      }
      return switch (message) {
        case Message.Sent<S>(S answer) -> answer;
        case Message.Raised<S>(Exception thrown) -> throw thrown;
        case Message.Begin<S> _ -> throw new IllegalStateException("a body begins once");
      };
    }

    @Override
    public <T> T delegate(Generator<S, Y, T> inner) throws Exception {
      try (inner) {
        Step<Y, T> now = inner.next();
        while (true) {
          switch (now) {
            case Step.Yielded<Y, T>(Y value) -> now = passOn(value, inner);
            case Step.Returned<Y, T>(T value) -> {
              return value;
            }
          }
        }
      }
    }

    private <T> Step<Y, T> passOn(Y value, Generator<S, Y, T> inner) throws Exception {
      S answer;
      try {
        answer = this.yield(value);
      } catch (Exception e) {
        return inner.raise(e);
      }
      return inner.send(answer);
    }
  }

  /** The failure with the frames of this thread, the driver's, behind those of the body. */
  private static Exception withWayOf(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    List<StackTraceElement> way = new ArrayList<>(Arrays.asList(failure.getStackTrace()));
    way.addAll(Arrays.asList(Thread.currentThread().getStackTrace()));
    way.removeIf(Generator::isMachinery);
    failure.setStackTrace(way.toArray(StackTraceElement[]::new));
    return (Exception) failure;
  }

  /** Frames of threads and of this class do not help a reader. */
  private static boolean isMachinery(StackTraceElement frame) {
    return MACHINERY.matcher(frame.getClassName()).matches();
  }
}
