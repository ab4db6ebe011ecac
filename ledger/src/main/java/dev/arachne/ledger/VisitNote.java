package dev.arachne.ledger;

/**
 * Bytes that belong to the outcome of a visit, under a name. They are committed with it. A reader
 * of the ledger that has that name reads them with the entry, and they are deleted once it has kept
 * a position behind that. Notes that no reader reads stay. The bytes are never changed.
 *
 * @param name of the reader
 * @param bytes in a format of that reader
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record VisitNote(String name, byte[] bytes) {}
