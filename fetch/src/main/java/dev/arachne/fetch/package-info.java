/**
 * One fetch of a crawl: a request that leaves when its host may be asked, and what came of it.
 * {@link dev.arachne.fetch.HttpLoader} fetches a page, {@link dev.arachne.fetch.RobotsFile} a
 * robots.txt; {@link dev.arachne.fetch.Departures} asks the frontier when, and keeps for the ledger
 * when it was. A program has pages loaded in another way by a {@link dev.arachne.fetch.PageLoader}.
 * {@link dev.arachne.fetch.RedirectTrail} is for a user who wants one URL now.
 *
 * <p>Threading: confined to the loop of the fetch; outcomes are immutable.
 *
 * <p>Errors: that a host did not answer is an outcome. What this machine lacks is waited for, and
 * ends the crawl after some minutes by a {@link dev.arachne.fetch.ShortageException}; a lease whose
 * turn is over ends by a {@link dev.arachne.fetch.TurnedAwayException}.
 */
@NullMarked
package dev.arachne.fetch;

import org.jspecify.annotations.NullMarked;
