package dev.arachne.ledger;

/**
 * Bytes that belong to what came of a visit, under a name. They are committed with it; a reader of
 * the ledger that has that name reads them with the entry, and they are deleted once it has kept a
 * position behind that. Notes that no reader reads stay. Nobody changes the bytes.
 *
 * @param name whom they are for
 * @param bytes whatever that reader understands
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Note(String name, byte[] bytes) {}
