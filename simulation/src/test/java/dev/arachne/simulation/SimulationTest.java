package dev.arachne.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.network.Resolver;
import dev.arachne.runtime.AsyncQueue;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.DeadlineException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Promise;
import dev.arachne.runtime.TaskGroup;
import dev.arachne.testkit.ChildJvm;
import dev.arachne.testkit.RandomSeeds;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SimulationTest {
  private static final Duration HOUR = Duration.ofHours(1);

  private static <T> T simulate(long seed, Callable<T> program) {
    return EventLoop.run(Simulation.of(seed), "main", program);
  }

  @Test
  void anHourPassesInNoTime() {
    long begun = System.nanoTime();
    Instant end =
        simulate(
            1,
            () -> {
              EventLoop.sleep(HOUR);
              return EventLoop.current().time().now();
            });
    assertTrue(System.nanoTime() - begun < Duration.ofSeconds(60).toNanos());
    Instant expected = SimulationOptions.FAULT_FREE.start().plus(HOUR);
    assertTrue(!end.isBefore(expected) && end.isBefore(expected.plusMillis(1)), end.toString());
  }

  @Test
  void codeThatYieldsUntilADeadlineComesToItsEnd() {
    simulate(
        1,
        () -> {
          Deadline deadline = EventLoop.current().deadline(Duration.ofMillis(5));
          while (!deadline.hasPassed()) {
            EventLoop.yieldNow();
          }
          return null;
        });
  }

  @Test
  void theSameSeedGivesTheSameRun() {
    RandomSeeds.forEach(
        20, seed -> assertEquals(TalkativeProgram.run(seed), TalkativeProgram.run(seed)));
  }

  @Test
  void anotherSeedGivesAnotherRun() {
    Set<Long> hashes = new HashSet<>();
    for (int seed = 0; seed < 100; seed++) {
      hashes.add(TalkativeProgram.run(seed));
    }
    assertEquals(100, hashes.size());
  }

  /** Identity hash codes and the salt of Set.of differ there, and so does the scheduler. */
  @Test
  void anotherJvmGivesTheSameRunUnderEitherScheduler() throws Exception {
    String here = Long.toHexString(TalkativeProgram.run(7));
    assertEquals(here, runInAnotherJvm("--add-opens=java.base/java.lang=ALL-UNNAMED"));
    assertEquals(here, runInAnotherJvm("-ea"));
  }

  private static String runInAnotherJvm(String option) throws Exception {
    Process child =
        new ProcessBuilder(ChildJvm.command(option, TalkativeProgram.class, "7"))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String output = new String(child.getInputStream().readAllBytes());
    assertEquals(0, child.waitFor(), output);
    return output.strip();
  }

  @Test
  void everyOrderOfReadyTasksIsTriedBySomeSeed() {
    Set<String> orders = new HashSet<>();
    for (int seed = 0; seed < 200; seed++) {
      var order = new StringBuilder();
      simulate(
          seed,
          () ->
              TaskGroup.run(group -> {
                for (String name : List.of("a", "b", "c")) {
                  group.spawn(name, () -> order.append(name));
                }
                return null;
              }));
      orders.add(order.toString());
    }
    assertEquals(Set.of("abc", "acb", "bac", "bca", "cab", "cba"), orders);
  }

  @Test
  void callbacksKeepTheirOrderWhateverTheSeed() {
    RandomSeeds.forEach(
        200,
        seed -> {
          var order = new StringBuilder();
          simulate(
              seed,
              () -> {
                EventLoop loop = EventLoop.current();
                for (String name : List.of("a", "b", "c", "d")) {
                  loop.execute(() -> order.append(name));
                  loop.spawn("other", () -> null);
                }
                EventLoop.sleep(HOUR);
                return null;
              });
          assertEquals("abcd", order.toString());
        });
  }

  @Test
  void aDeadlockListsWhoWaitsForWhat() {
    var finallyRan = new AtomicInteger();
    var deadlock =
        assertThrows(
            DeadlockException.class,
            () ->
                simulate(
                    1,
                    () -> {
                      var queue = new AsyncQueue<String>(EventLoop.current(), "work", 1);
                      EventLoop.current().spawn("getter", queue::get);
                      try {
                        return new Promise<String>(EventLoop.current(), "the key").await();
                      } finally {
                        finallyRan.incrementAndGet();
                      }
                    }));
    assertEquals(
        List.of("main the key", "getter an item of queue work"),
        deadlock.tasks().stream().map(task -> task.name() + " " + task.waitingFor()).toList());
    assertTrue(deadlock.getMessage().contains("getter has waited"), deadlock.getMessage());
    assertEquals(1, finallyRan.get(), "the tasks are cancelled");
  }

  @Test
  void aRunThatNeverEndsIsGivenUpAtItsLimit() {
    var world = Simulation.of(1, SimulationOptions.FAULT_FREE.withLimit(HOUR));
    var beats = new AtomicInteger();
    var stuck =
        assertThrows(
            DeadlockException.class,
            () ->
                EventLoop.run(
                    world,
                    "main",
                    () -> {
                      EventLoop loop = EventLoop.current();
                      loop.every(Duration.ofMinutes(1), beats::incrementAndGet);
                      return new Promise<String>(loop, "the key").await();
                    }));
    assertTrue(stuck.getMessage().contains("has not ended within PT1H"), stuck.getMessage());
    assertEquals(60, beats.get(), 1);
  }

  @Test
  void namesHaveTheAddressesThatTheyWereGiven() throws IOException {
    InetAddress one = InetAddress.ofLiteral("192.0.2.1");
    var world = Simulation.of(1).name("One.Test", one);
    EventLoop.run(
        world,
        "main",
        () -> {
          Resolver names = Resolver.of(EventLoop.current());
          assertEquals(List.of(one), names.resolve("one.test", Deadline.NEVER));
          assertEquals(List.of(one), names.resolve("192.0.2.1", Deadline.NEVER));
          assertThrows(UnknownHostException.class, () -> names.resolve("two.test", Deadline.NEVER));
          return null;
        });
  }

  @Test
  void namesFailAsPlanned() {
    InetAddress one = InetAddress.ofLiteral("192.0.2.1");
    for (DnsFault fault : DnsFault.values()) {
      var world =
          Simulation.of(1, SimulationOptions.FAULT_FREE.withFaults(namesFail(fault)))
              .name("one.test", one);
      String outcome =
          EventLoop.run(
              world,
              "main",
              () -> {
                EventLoop loop = EventLoop.current();
                try {
                  return "" + Resolver.of(loop).resolve("one.test", loop.deadline(HOUR)).size();
                } catch (IOException | DeadlineException e) {
                  return e.getClass().getSimpleName();
                }
              });
      assertEquals(
          switch (fault) {
            case NONE -> "1";
            case UNKNOWN -> "UnknownHostException";
            case FAILED -> "IOException";
            case UNANSWERED -> "DeadlineException";
          },
          outcome);
    }
  }

  private static FaultPlan namesFail(DnsFault fault) {
    return new FaultPlan() {
      @Override
      public Fault connection(
          java.net.InetSocketAddress to, java.util.random.RandomGenerator random) {
        return Fault.NONE;
      }

      @Override
      public DnsFault name(String host, java.util.random.RandomGenerator random) {
        return fault;
      }
    };
  }

  @Test
  void blockingWorkIsDoneInPlace() {
    Thread worker =
        simulate(
            1, () -> EventLoop.current().offload("work", Thread::currentThread, Deadline.NEVER));
    assertEquals(Thread.currentThread(), worker);
  }

  @Test
  void blockingWorkMayWaitInVirtualTime() {
    long seconds =
        EventLoop.run(
            Simulation.of(1).withWaitingWork(),
            "main",
            () -> {
              EventLoop loop = EventLoop.current();
              long begin = loop.time().nanos();
              Callable<Boolean> work =
                  () -> {
                    EventLoop.sleep(Duration.ofSeconds(3));
                    return loop.inLoop();
                  };
              assertTrue(loop.offload("work", work, Deadline.NEVER));
              return Duration.ofNanos(loop.time().nanos() - begin).toSeconds();
            });
    assertEquals(3, seconds);
  }

  @Test
  void theProgramsRandomnessIsTheSeeds() {
    long one = simulate(1, () -> EventLoop.current().random().nextLong());
    assertEquals(one, simulate(1, () -> EventLoop.current().random().nextLong()));
    assertNotEquals(one, simulate(2, () -> EventLoop.current().random().nextLong()));
  }

  @Test
  void aReaderOfTheTraceSeesEveryEvent() {
    var lines = new ArrayList<String>();
    var world = Simulation.of(1, SimulationOptions.FAULT_FREE.withReader(lines::add));
    EventLoop.run(world, "main", () -> EventLoop.current().spawn("child", () -> 1).await());
    assertEquals(world.events(), lines.size());
    assertTrue(lines.stream().anyMatch(line -> line.contains("run child")), lines.toString());
  }

  @Test
  void aSimulationIsRunOnce() {
    var world = Simulation.of(1);
    assertEquals(1, EventLoop.run(world, "main", () -> 1));
    assertThrows(IllegalStateException.class, () -> EventLoop.run(world, "main", () -> 1));
  }
}
