/**
 * The URLs that a crawl knows: those seen, the one to do next, and when its host may be asked.
 *
 * <p>Start with {@link dev.arachne.frontier.Frontier}, the side of the workers: they lease a URL,
 * and complete the lease with a {@link dev.arachne.frontier.Visit}. Verdicts are written into the
 * {@link dev.arachne.ledger.Ledger}; {@link dev.arachne.frontier.LedgerReader} follows it while it
 * grows. {@link dev.arachne.pace.Politeness} has the bounds at hosts. The policy itself is in
 * {@code FrontierShard}, which has no thread, no clock and no file.
 *
 * <p>Threading: a frontier and its readers are confined to an event loop, and let coroutines wait;
 * all else is values.
 *
 * <p>Errors: the frontier waits for a full store; a damaged or missing one is a {@link
 * dev.arachne.store.StoreException}.
 */
@NullMarked
package dev.arachne.frontier;

import org.jspecify.annotations.NullMarked;
