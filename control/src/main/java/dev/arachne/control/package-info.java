/**
 * The interface of a running crawl to other processes of the same user: a socket in its directory,
 * with a line of JSON for each request and each answer. {@link dev.arachne.control.ControlServer}
 * is the crawl's side, {@link dev.arachne.control.ControlClient} the other.
 *
 * <p>Threading: a server has threads of its own, which wait without polling; clients block.
 *
 * <p>Errors: a refusal of the crawl is an answer; a directory without a running crawl is a {@link
 * dev.arachne.options.UsageException}.
 */
@NullMarked
package dev.arachne.control;

import org.jspecify.annotations.NullMarked;
