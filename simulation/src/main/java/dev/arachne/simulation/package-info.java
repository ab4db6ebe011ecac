/**
 * A simulated world, in which time is virtual, and scripted sites in it: for tests of crawls, of
 * other clients and of everything else that runs on an event loop.
 *
 * <p>Start with a {@link dev.arachne.simulation.SimulatedWeb} of several hosts, or with a {@link
 * dev.arachne.simulation.SimulatedServer} at addresses of the test's choice. Both are built on
 * {@link dev.arachne.simulation.Simulation}, the {@link dev.arachne.runtime.World} that is a
 * function of its seed; {@link dev.arachne.simulation.SimulationOptions} have its latency and its
 * faults. The sites are those of {@link dev.arachne.testkit}.
 *
 * <p>Threading: a simulation is one loop on one thread, and everything here is confined to it.
 *
 * <p>Errors: a program that waits for something that cannot happen ends by a {@link
 * dev.arachne.simulation.DeadlockException}, which lists the tasks and what each waits for.
 */
@NullMarked
package dev.arachne.simulation;

import org.jspecify.annotations.NullMarked;
