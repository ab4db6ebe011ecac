/**
 * The faults of a crawled site: facts of its URLs and pages in, findings out, and reports of them
 * for people and for machines. {@link dev.arachne.findings.Inspector} is pure; {@link
 * dev.arachne.findings.CrawlInspection} has the facts of a kept crawl.
 */
@NullMarked
package dev.arachne.findings;

import org.jspecify.annotations.NullMarked;
