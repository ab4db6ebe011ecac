package dev.arachne.archive;

/** What a {@link WarcReader} finds next: a record, or a fault of the file. */
public sealed interface WarcEntry permits WarcRecord, WarcFault {}
