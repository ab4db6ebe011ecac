package dev.arachne.archive;

/** The next thing that a {@link WarcReader} finds: a record, or a fault of the file. */
public sealed interface WarcEntry permits WarcRecord, WarcFault {}
