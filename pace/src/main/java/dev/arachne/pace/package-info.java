/**
 * How fast a host may be asked. {@link dev.arachne.pace.Politeness} has the bounds that were given,
 * {@link dev.arachne.pace.HostSignal} is what a host shows of itself when it is asked, and {@link
 * dev.arachne.pace.Pace} learns from these signals how many requests at a time the host bears, and
 * at which rate. Start with {@link dev.arachne.pace.Pace#hear}.
 *
 * <p>{@link dev.arachne.pace.ChangeRate} is about pages: how often one is seen to change, and what
 * another visit is worth.
 *
 * <p>Pure: it has no clock and sends nothing, and knows no URL.
 *
 * <p>Threading: a pace is confined to one thread; all else is immutable.
 */
@NullMarked
package dev.arachne.pace;

import org.jspecify.annotations.NullMarked;
