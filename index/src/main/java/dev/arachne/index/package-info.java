/**
 * An index of the pages of a crawl, on Apache Lucene: it follows the crawl's ledger, and is
 * searched while the crawl runs and afterwards.
 */
@NullMarked
package dev.arachne.index;

import org.jspecify.annotations.NullMarked;
