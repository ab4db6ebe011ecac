package dev.arachne.compare;

import java.util.List;
import java.util.function.IntFunction;

/** The stages, in the order in which they are to be read. */
public enum Road {
  /** Stage 1. */
  BLOCKING_SOCKET("blocking socket", 1, _ -> new BlockingSocket(), BlockingSocket.class),
  /** Stage 2. */
  BUSY_POLLING("busy polling", 1, _ -> new BusyPolling(), BusyPolling.class),
  /** Stage 3. */
  CALLBACK_LOOP(
      "callbacks on a loop",
      Road.NO_BOUND,
      CallbackLoop::new,
      CallbackLoop.class,
      SelectorLoop.class),
  /** Stage 4. */
  HAND_MADE_COROUTINES(
      "hand-made coroutines",
      Road.NO_BOUND,
      HandMadeCoroutines::new,
      HandMadeCoroutines.class,
      Generator.class,
      HandFuture.class,
      HandTask.class,
      SelectorLoop.class),
  /** Stage 5. */
  THREAD_POOL("thread pool", Road.NO_BOUND, ThreadPool::new, ThreadPool.class, JoinableQueue.class),
  /** Stage 6. */
  PROCESS_POOL("process pool", ProcessPool.USUAL, ProcessPool::new, ProcessPool.class),
  /** Stage 7. */
  VIRTUAL_THREADS("virtual threads", Road.NO_BOUND, VirtualThreads::new, VirtualThreads.class),
  /** Stage 8. */
  GATHERED_FUTURES("gathered futures", Road.NO_BOUND, GatheredFutures::new, GatheredFutures.class),
  /** Stage 9. */
  TASK_QUEUE_WORKER(
      "task-queue worker",
      Road.NO_BOUND,
      workers -> new TaskQueueWorker(workers, TaskQueueWorker.USUAL_TIMEOUT),
      TaskQueueWorker.class),
  /** Stage 10. */
  ARACHNE_CLIENT("Arachne", Road.NO_BOUND, ArachneClient::new, ArachneClient.class);

  private static final int NO_BOUND = Integer.MAX_VALUE;

  private final String title;
  private final int most;
  private final IntFunction<Stage> maker;
  private final List<Class<?>> files;

  Road(String title, int most, IntFunction<Stage> maker, Class<?>... files) {
    this.title = title;
    this.most = most;
    this.maker = maker;
    this.files = List.of(files);
  }

  /** Its place on the road, from 1. */
  public int number() {
    return ordinal() + 1;
  }

  /** How many pages it fetches at a time where {@code concurrency} are wanted. */
  public int atATime(int concurrency) {
    return Math.min(most, concurrency);
  }

  /** Whether it fetches one page after the other, however many are wanted. */
  public boolean isSerial() {
    return most == 1;
  }

  /** What it is, in a few words. */
  @Override
  public String toString() {
    return title;
  }

  /** The stage itself, for so many pages at a time as it can. */
  Stage stage(int concurrency) {
    return maker.apply(atATime(concurrency));
  }

  /** The classes to read, the stage's own first. */
  List<Class<?>> files() {
    return files;
  }
}
