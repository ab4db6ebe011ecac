/**
 * Bodies that are too large for memory: written to files as they come, gone on with where a
 * connection broke or a process was killed, decoded on threads that may block.
 *
 * <p>{@link dev.arachne.spool.Spool} is the directory, {@link dev.arachne.spool.SpooledBody} one
 * body on its way there, {@link dev.arachne.spool.StoredBody} what there is in the end.
 */
@NullMarked
package dev.arachne.spool;

import org.jspecify.annotations.NullMarked;
