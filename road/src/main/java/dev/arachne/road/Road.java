package dev.arachne.road;

import java.time.Duration;
import java.util.List;

/** The stages, in the order in which they are to be read. */
public enum Road {
  /** Stage 1. */
  BLOCKING_SOCKET(1, "blocking socket", 1),
  /** Stage 2. */
  BUSY_POLLING(2, "busy polling", 1),
  /** Stage 3. */
  CALLBACK_LOOP(3, "callbacks on a loop", Road.NO_BOUND),
  /** Stage 4. */
  HAND_MADE_COROUTINES(4, "hand-made coroutines", Road.NO_BOUND),
  /** Stage 5. */
  THREAD_POOL(5, "thread pool", Road.NO_BOUND),
  /** Stage 6. */
  PROCESS_POOL(6, "process pool", ProcessPool.USUAL),
  /** Stage 7. */
  VIRTUAL_THREADS(7, "virtual threads", Road.NO_BOUND),
  /** Stage 8. */
  GATHERED_FUTURES(8, "gathered futures", Road.NO_BOUND),
  /** Stage 9. */
  TASK_QUEUE_WORKER(9, "task-queue worker", Road.NO_BOUND),
  /** Stage 10. */
  ARACHNE_CLIENT(10, "Arachne", Road.NO_BOUND);

  private static final int NO_BOUND = Integer.MAX_VALUE;

  private final int number;
  private final String title;
  private final int most;

  Road(int number, String title, int most) {
    this.number = number;
    this.title = title;
    this.most = most;
  }

  /** Its place on the road, from 1. */
  public int number() {
    return number;
  }

  /** How many pages it fetches at a time if the caller wants {@code concurrency}. */
  public int atATime(int concurrency) {
    return Math.min(most, concurrency);
  }

  /** Whether it fetches one page after the other, regardless of the wanted concurrency. */
  public boolean isSerial() {
    return most == 1;
  }

  /** Its description in a few words. */
  @Override
  public String toString() {
    return title;
  }

  /** The stage itself, for as many pages at a time as it can fetch, up to {@code concurrency}. */
  public Stage stage(int concurrency) {
    return stage(concurrency, Stage.PATIENCE);
  }

  /** The same with another limit of a server's silence. */
  Stage stage(int concurrency, Duration patience) {
    int pages = atATime(concurrency);
    return switch (this) {
      case BLOCKING_SOCKET -> new BlockingSocket(patience);
      case BUSY_POLLING -> new BusyPolling(patience);
      case CALLBACK_LOOP -> new CallbackLoop(pages, patience);
      case HAND_MADE_COROUTINES -> new HandMadeCoroutines(pages, patience);
      case THREAD_POOL -> new ThreadPool(pages, patience);
      case PROCESS_POOL -> new ProcessPool(pages, patience);
      case VIRTUAL_THREADS -> new VirtualThreads(pages, patience);
      case GATHERED_FUTURES -> new GatheredFutures(pages, patience);
      case TASK_QUEUE_WORKER -> new TaskQueueWorker(pages, patience);
      case ARACHNE_CLIENT -> new ArachneClient(pages, patience);
    };
  }

  /** How many lines of code its files have: without blank lines, comments and imports. */
  public int lines() {
    return SourceLines.of(files());
  }

  /** The classes to read, the stage's own first. */
  private List<Class<?>> files() {
    return switch (this) {
      case BLOCKING_SOCKET -> List.of(BlockingSocket.class);
      case BUSY_POLLING -> List.of(BusyPolling.class);
      case CALLBACK_LOOP -> List.of(CallbackLoop.class, SelectorLoop.class);
      case HAND_MADE_COROUTINES ->
          List.of(
              HandMadeCoroutines.class,
              Generator.class,
              HandFuture.class,
              HandTask.class,
              HandQueue.class,
              SelectorLoop.class);
      case THREAD_POOL -> List.of(ThreadPool.class, JoinableQueue.class);
      case PROCESS_POOL -> List.of(ProcessPool.class);
      case VIRTUAL_THREADS -> List.of(VirtualThreads.class);
      case GATHERED_FUTURES -> List.of(GatheredFutures.class);
      case TASK_QUEUE_WORKER -> List.of(TaskQueueWorker.class, AsyncWorker.class);
      case ARACHNE_CLIENT -> List.of(ArachneClient.class);
    };
  }
}
