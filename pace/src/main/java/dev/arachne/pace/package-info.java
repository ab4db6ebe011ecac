/**
 * The rate at which a host may be asked. {@link dev.arachne.pace.Politeness} has the bounds that
 * were given, and {@link dev.arachne.pace.HostSignal} is the reaction of a host to a request.
 * {@link dev.arachne.pace.HostThrottle} learns from these signals how many requests at a time the
 * host accepts, and at which rate. Start with {@link dev.arachne.pace.HostThrottle#hear}.
 *
 * <p>{@link dev.arachne.pace.ChangeRate} is about pages: how often one is seen to change, and the
 * worth of another visit.
 *
 * <p>Pure: it has no clock, no URLs, and sends nothing.
 *
 * <p>Threading: a pace is confined to one thread; all else is immutable.
 */
@NullMarked
package dev.arachne.pace;

import org.jspecify.annotations.NullMarked;
