/**
 * The decisions of a crawl, in order, with their evidence: an entry for each discovery, attempt,
 * verdict and robots.txt, and the rows of a store that keep them.
 *
 * <p>Start with {@link dev.arachne.ledger.LedgerEntry}. {@link dev.arachne.ledger.Ledger} reads the
 * stored entries, whether or not a crawl is under way; {@link dev.arachne.ledger.LedgerWriter} adds
 * to it, and {@link dev.arachne.ledger.ReaderRows} reads it while it grows. {@link
 * dev.arachne.ledger.LedgerKeys} lists the rows. The ledger does not choose the next URL: the
 * module frontier decides that, and has its decisions written here.
 *
 * <p>Threading: a ledger is confined as its store is; all else is values.
 *
 * <p>Errors: a row that is damaged or missing is a {@link dev.arachne.store.StoreException}.
 */
@NullMarked
package dev.arachne.ledger;

import org.jspecify.annotations.NullMarked;
