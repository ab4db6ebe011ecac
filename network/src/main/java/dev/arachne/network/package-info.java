/**
 * Channels to peers, and the addresses of names, for coroutines of an event loop.
 *
 * <p>Start with {@link dev.arachne.network.Network#of}: it connects and listens, and what it gives
 * are {@link dev.arachne.network.Channel}s. {@link dev.arachne.network.Resolver#of} asks for
 * addresses, a {@link dev.arachne.network.NameCache} remembers them, an {@link
 * dev.arachne.network.AddressPolicy} says which may be asked, and {@link
 * dev.arachne.network.HappyEyeballs} connects to the first that answers.
 *
 * <p>All of it is the machine's, unless the {@link dev.arachne.runtime.World} of the loop has a
 * network of its own ({@link dev.arachne.network.NetworkProvider}), as a simulated one has.
 *
 * <p>Threading: channels and listeners are confined to their loop. Each wait takes a {@link
 * dev.arachne.runtime.Deadline} and lets others run meanwhile.
 *
 * <p>Errors: an {@link java.io.IOException} of the JDK, or a {@link
 * dev.arachne.network.LocalShortageException} where the lack is on this machine, and a {@link
 * dev.arachne.runtime.DeadlineException} when the time is over.
 */
@NullMarked
package dev.arachne.network;

import org.jspecify.annotations.NullMarked;
