/**
 * Scripted sites for tests and benchmarks. A {@link dev.arachne.testkit.TestSite} says what a site
 * answers, as values that know no transport; {@link dev.arachne.testkit.TestWeb} plays it over
 * plain JDK sockets on loopback. Stands on the JDK alone, so that every module's tests may use it.
 */
@NullMarked
package dev.arachne.testkit;

import org.jspecify.annotations.NullMarked;
