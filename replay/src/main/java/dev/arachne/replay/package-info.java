/**
 * Replay: an archive shown to browsers, as the proxy they use, or as pages on this machine.
 *
 * <p>Start with {@link dev.arachne.replay.Replay}. Nothing here sends requests to the network.
 *
 * <p>Threading: each connection has a virtual thread, which may block on files.
 *
 * <p>Errors: a URL that is not in the archive, or cannot be read, gets a page with the reason.
 */
@NullMarked
package dev.arachne.replay;

import org.jspecify.annotations.NullMarked;
