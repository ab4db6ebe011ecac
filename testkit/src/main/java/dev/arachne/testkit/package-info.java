/**
 * Scripted sites for tests and benchmarks. A {@link dev.arachne.testkit.TestSite} gives the answers
 * of a site, as values without a transport; {@link dev.arachne.testkit.TestWeb} plays it over plain
 * JDK sockets on loopback. It depends on the JDK alone, so that every module's tests may use it.
 */
@NullMarked
package dev.arachne.testkit;

import org.jspecify.annotations.NullMarked;
