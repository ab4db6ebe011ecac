package dev.arachne.simulation;

import dev.arachne.network.Channel;
import dev.arachne.network.Network;
import dev.arachne.network.NetworkProvider;
import dev.arachne.network.Resolver;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Poller;
import dev.arachne.runtime.TaskStep;
import dev.arachne.runtime.TimeSource;
import dev.arachne.runtime.World;
import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A world made of a seed: time that jumps to the next event, a network and names that delay and
 * fail as configured, and a choice of the next ready task by the seed. The program runs in it as it
 * does in the real one, on one thread. A run is a function of program and seed: a run that failed
 * fails again in the same way.
 *
 * <pre>{@code
 * var world = Simulation.of(seed).name("a.test", InetAddress.ofLiteral("192.0.2.1"));
 * EventLoop.run(world, "main", () -> {
 *   Listener site = Network.of(EventLoop.current()).listen(address, 10);   // a server, too
 *   ...
 * });
 * long hash = world.traceHash();
 * }</pre>
 *
 * <p>A program whose seeds are to replay must not start threads, read the machine's clock, or use
 * identity hash codes. It must not use the order of {@code Set.of} and {@code Map.of} either, which
 * differs in every JVM.
 *
 * <p>Each turn runs some of the ready entries, at least one, in an order that the seed chooses.
 * Only the order of callbacks among themselves is kept, because the runtime guarantees it. A turn
 * takes a microsecond of virtual time, so that code which yields until a deadline does come to its
 * end.
 *
 * <p>A simulation is one run of one loop. Confined to the thread that runs it.
 */
public final class Simulation extends World implements NetworkProvider {
  private final SimulationOptions options;
  private final SimulatedTime time;
  private final Trace trace;
  private final RandomGenerator program;
  private final SplittableRandom schedule;
  private final SplittableRandom environmentRandom;
  private final SimulatedDns names;
  private final ArrayDeque<Runnable> callbacks = new ArrayDeque<>();
  private final List<Runnable> order = new ArrayList<>();
  private @Nullable SimulatedNetwork network;
  private boolean isWorkWaiting;

  private Simulation(long seed, SimulationOptions options) {
    // Streams of their own: a program that draws once more does not get another network too.
    var root = new SplittableRandom(seed);
    this.options = options;
    this.program = root.split();
    this.schedule = root.split();
    this.environmentRandom = root.split();
    this.time = new SimulatedTime(options.start());
    this.trace = new Trace(time, seed, options.reader());
    this.names = new SimulatedDns(options, environmentRandom, trace);
  }

  /** A world without faults, {@link SimulationOptions#FAULT_FREE}. */
  public static Simulation of(long seed) {
    return of(seed, SimulationOptions.FAULT_FREE);
  }

  /** A world with these options, in the way that {@code seed} chooses. */
  public static Simulation of(long seed, SimulationOptions options) {
    return new Simulation(seed, options);
  }

  /** Gives {@code host} these addresses; a name without addresses is unknown. */
  public Simulation name(String host, InetAddress... addresses) {
    names.put(host, List.of(addresses));
    return this;
  }

  /**
   * Makes blocking work a coroutine, which may wait in virtual time, as a model of a slow store
   * does. It must not wait by other means.
   */
  public Simulation withWaitingWork() {
    isWorkWaiting = true;
    return this;
  }

  /**
   * Breaks a connection of a simulation: it is closed on this side, and the peer gets "connection
   * reset" after the bytes that were sent before.
   *
   * @throws IllegalArgumentException if the channel is of another world
   */
  public static void reset(Channel channel) {
    if (!(channel instanceof SimulatedChannel simulated)) {
      throw new IllegalArgumentException("not a channel of a simulation: " + channel);
    }
    simulated.abort();
  }

  /**
   * A hash of all events: the runs of tasks, and the arrivals of bytes, with their times. Equal for
   * two runs of the same program with the same seed, in any JVM.
   */
  public long traceHash() {
    return trace.hash();
  }

  /** How many events the hash is made of. */
  public long events() {
    return trace.events();
  }

  /** The virtual clock. */
  @Override
  protected TimeSource time() {
    return time;
  }

  @Override
  protected RandomGenerator random() {
    return program;
  }

  @Override
  public Network network() {
    if (network == null) {
      throw new IllegalStateException("no loop runs in this simulation yet");
    }
    return network;
  }

  @Override
  public Resolver resolver() {
    return names;
  }

  @Override
  protected Poller newPoller(EventLoop loop) {
    if (network != null) {
      throw new IllegalStateException("a simulation is one run of one loop; make another");
    }
    network = new SimulatedNetwork(loop, time, options, environmentRandom, trace);
    return network;
  }

  /** Blocking work runs on the loop: no other task runs meanwhile, and no time passes. */
  @Override
  protected boolean hasThreads() {
    return false;
  }

  @Override
  protected boolean isWorkWaiting() {
    return isWorkWaiting;
  }

  @Override
  protected int arrange(ArrayDeque<Runnable> ready) {
    int size = ready.size();
    if (size > 1) {
      shuffle(ready);
    }
    int chosen = size > 1 ? schedule.nextInt(1, size + 1) : size;
    int i = 0;
    for (Runnable entry : ready) {
      if (i++ == chosen) {
        break;
      }
      trace.event("run", entry instanceof TaskStep step ? step.task().name() : "callback", i);
    }
    return chosen;
  }

  private void shuffle(ArrayDeque<Runnable> ready) {
    order.addAll(ready);
    for (Runnable entry : ready) {
      if (!(entry instanceof TaskStep)) {
        callbacks.add(entry);
      }
    }
    for (int i = order.size() - 1; i > 0; i--) {
      int j = schedule.nextInt(i + 1);
      Runnable moved = order.get(i);
      order.set(i, order.get(j));
      order.set(j, moved);
    }
    ready.clear();
    for (Runnable entry : order) {
      ready.add(entry instanceof TaskStep ? entry : callbacks.remove());
    }
    order.clear();
  }

  @Override
  public String toString() {
    return "a simulation";
  }
}
