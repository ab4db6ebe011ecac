package dev.arachne.compare;

import dev.arachne.road.Road;
import java.util.List;

/**
 * The measurements of the programs that the road retells, by their authors, on their machines and
 * against real servers: history, not a rival.
 *
 * @param program its description
 * @param road the stage that retells it
 * @param figure the measured value
 */
public record History(String program, Road road, String figure) {

  /** All of it, in the order of the road. */
  public static final List<History> FIGURES =
      List.of(
          new History("100 pages, blocking", Road.BLOCKING_SOCKET, "47.8 s"),
          new History("100 pages, on a hand-made loop", Road.HAND_MADE_COROUTINES, "3.5 s"),
          new History("the list of 250, one by one", Road.BLOCKING_SOCKET, "7.6, 6.5 and 5.6 s"),
          new History("the list of 250, threads", Road.THREAD_POOL, "1.45 s"),
          new History("the list of 250, processes", Road.PROCESS_POOL, "2.0 s"),
          new History("the list of 250, gevent", Road.VIRTUAL_THREADS, "1.26 s"),
          new History("the list of 250, asyncio", Road.GATHERED_FUTURES, "1.7 s"),
          new History("memory of a thread", Road.THREAD_POOL, "50 KB"),
          new History("memory of a coroutine", Road.HAND_MADE_COROUTINES, "3 KB"));
}
