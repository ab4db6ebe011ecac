package dev.arachne.ledger;

import java.util.Optional;

/**
 * An entry of a ledger as a reader of the growing ledger gets it. Immutable.
 *
 * @param position of the entry, from 0
 * @param entry the decision
 * @param found the discovery of the URL that the entry is about, which is the entry itself if it is
 *     one; empty if it is about no URL
 * @param note the bytes that were noted for the reader with it
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record CommittedEntry(
    long position, LedgerEntry entry, Optional<LedgerEntry.Found> found, Optional<byte[]> note) {}
