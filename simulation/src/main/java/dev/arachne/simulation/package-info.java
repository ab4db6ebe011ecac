/**
 * Scripted sites in a simulated world, for tests of crawls and other clients in virtual time: a
 * {@link dev.arachne.simulation.SimulatedWeb} of several hosts, or a {@link
 * dev.arachne.simulation.SimulatedServer} at addresses of the test's choice. The sites are those of
 * {@link dev.arachne.testkit}, the world is {@link dev.arachne.runtime.Simulation}.
 */
@NullMarked
package dev.arachne.simulation;

import org.jspecify.annotations.NullMarked;
