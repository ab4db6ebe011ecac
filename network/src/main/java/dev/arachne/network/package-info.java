/**
 * Channels to peers, and the addresses of names, for coroutines of an event loop.
 *
 * <p>Start with {@link dev.arachne.network.Network#of}: it connects and listens, and returns {@link
 * dev.arachne.network.Channel}s. {@link dev.arachne.network.Resolver#of} resolves names, a {@link
 * dev.arachne.network.DnsCache} caches them, an {@link dev.arachne.network.AddressPolicy} permits
 * addresses, and {@link dev.arachne.network.HappyEyeballs} connects to the first that answers.
 *
 * <p>The network is the machine's, unless the {@link dev.arachne.runtime.World} of the loop has a
 * network of its own ({@link dev.arachne.network.NetworkProvider}), as a simulated one has.
 *
 * <p>Threading: channels and listeners are confined to their loop. Each wait takes a {@link
 * dev.arachne.runtime.Deadline} and lets other coroutines run meanwhile.
 *
 * <p>Errors: an {@link java.io.IOException} of the JDK, or a {@link
 * dev.arachne.network.LocalShortageException} for a shortage on this machine, and a {@link
 * dev.arachne.runtime.DeadlineException} when the time is over.
 */
@NullMarked
package dev.arachne.network;

import org.jspecify.annotations.NullMarked;
