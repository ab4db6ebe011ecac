/**
 * Bodies that are too large for memory. They are written to files as they come, resumed where a
 * connection broke or a process was killed, and decoded on threads that may block.
 *
 * <p>{@link dev.arachne.spool.Spool} is the directory, {@link dev.arachne.spool.SpooledBody} one
 * body on its way there, {@link dev.arachne.spool.StoredBody} the whole one in the end.
 */
@NullMarked
package dev.arachne.spool;

import org.jspecify.annotations.NullMarked;
