/**
 * Replay: an archive shown to browsers, as the proxy they use, or as pages on this machine.
 *
 * <p>Start with {@link dev.arachne.replay.Replay}. Nothing here asks the network for anything.
 *
 * <p>Threading: each connection has a virtual thread, which may block on files.
 *
 * <p>Errors: what is not in the archive, or cannot be read, is a page that says so.
 */
@NullMarked
package dev.arachne.replay;

import org.jspecify.annotations.NullMarked;
