/**
 * How other processes of the same user reach a crawl that runs: a socket in its directory, a line
 * of JSON for each request and each answer. {@link dev.arachne.control.ControlServer} is the
 * crawl's side, {@link dev.arachne.control.ControlClient} the other.
 *
 * <p>Threading: a server has threads of its own, which wait without polling; clients block.
 *
 * <p>Errors: what a crawl refuses is an answer; that nobody crawls in a directory is a {@link
 * dev.arachne.options.UsageException}.
 */
@NullMarked
package dev.arachne.control;

import org.jspecify.annotations.NullMarked;
