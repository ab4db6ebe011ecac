/**
 * What a crawl knows of URLs: which were seen, which is next and when its host may be asked.
 *
 * <p>Start with {@link dev.arachne.frontier.Frontier}, the side of those who fetch: they lease a
 * URL, and complete the lease with a {@link dev.arachne.frontier.Visit}. What is decided is written
 * into the {@link dev.arachne.ledger.Ledger}; {@link dev.arachne.frontier.LedgerReader} follows it
 * while it grows. {@link dev.arachne.pace.Politeness} says how hosts are treated. The policy itself
 * is in {@code FrontierShard}, which has no thread, no clock and no file.
 *
 * <p>Threading: a frontier and its readers are confined to an event loop, and let coroutines wait;
 * all else is values.
 *
 * <p>Errors: a store that is full is waited for; one that is damaged or gone is a {@link
 * dev.arachne.store.StoreException}.
 */
@NullMarked
package dev.arachne.frontier;

import org.jspecify.annotations.NullMarked;
