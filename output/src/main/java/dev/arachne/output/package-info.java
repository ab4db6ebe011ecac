/**
 * The outputs of a crawl: a line for each URL, the records of its pages, their bodies, and the
 * entries of its ledger. {@link dev.arachne.output.Outputs} has all outputs that are written while
 * the crawl runs. A program takes records by an {@link dev.arachne.output.ItemSink} and entries of
 * the ledger by a {@link dev.arachne.output.LedgerConsumer}.
 *
 * <p>Lines and records are committed as rows of the frontier's store, with the verdict on their
 * page; a file is a copy of them. {@link dev.arachne.output.ItemOutput} describes how records keep
 * the order of their pages over any crash.
 *
 * <p>Threading: confined to the crawl's loop, but for {@link dev.arachne.output.SavedBodies}; sinks
 * and consumers are called on threads that may block.
 *
 * <p>Errors: an output that cannot be written as requested is a {@link
 * dev.arachne.options.UsageException} before anything is fetched. Later the crawl waits while a
 * disk is full; any other failure to write ends it with an {@link java.io.IOException}.
 */
@NullMarked
package dev.arachne.output;

import org.jspecify.annotations.NullMarked;
