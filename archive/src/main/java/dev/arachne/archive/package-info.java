/**
 * Web archives in the WARC format (ISO 28500:2017, WARC 1.1): records, their fields and digests,
 * and files of them.
 *
 * <p>Threading: values are immutable; readers and writers of files are confined to one thread at a
 * time, which may block.
 *
 * <p>Errors: a file that cannot be read or written is an {@link java.io.IOException}.
 */
@NullMarked
package dev.arachne.archive;

import org.jspecify.annotations.NullMarked;
