/**
 * One fetch of a crawl: a request that is sent when its host accepts it, and its outcome. {@link
 * dev.arachne.fetch.HttpLoader} fetches a page, {@link dev.arachne.fetch.RobotsFile} a robots.txt;
 * {@link dev.arachne.fetch.LeaseRequests} requests the time from the frontier, and notes it for the
 * ledger. A program replaces the loading of pages by a {@link dev.arachne.fetch.PageLoader}. {@link
 * dev.arachne.fetch.RedirectChain} serves a user who needs a single URL now.
 *
 * <p>Threading: confined to the loop of the fetch; outcomes are immutable.
 *
 * <p>Errors: a host without an answer is an outcome. A shortage of this machine is waited for, and
 * ends the crawl after some minutes by a {@link dev.arachne.fetch.ShortageException}. A lease that
 * has lost its turn ends by a {@link dev.arachne.fetch.PermitDeniedException}.
 */
@NullMarked
package dev.arachne.fetch;

import org.jspecify.annotations.NullMarked;
