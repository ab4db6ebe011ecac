/**
 * Proves from the ledger of a crawl alone that it kept to its rules, or finds where it did not.
 * Start with {@link dev.arachne.audit.CrawlAudit#of}.
 *
 * <p>Threading: an audit is confined to the thread that makes it, which waits for the disk; reports
 * are immutable.
 *
 * <p>Errors: a file that cannot be read is an {@link java.io.IOException}; a directory without a
 * crawl is a {@link dev.arachne.options.UsageException}.
 */
@NullMarked
package dev.arachne.audit;

import org.jspecify.annotations.NullMarked;
