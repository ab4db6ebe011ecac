/**
 * The links and the metadata of a document: HTML, XML, feeds, style sheets and header fields. Pure:
 * bytes in, links out.
 *
 * <p>Start with {@link dev.arachne.extract.LinkExtractor}: {@code outlinks} gives a list, {@code
 * extract} gives each link to a {@link dev.arachne.extract.LinkSink} without an object for it, and
 * returns a {@link dev.arachne.extract.PageMetadata}. {@link dev.arachne.extract.LinkOptions}
 * select the kinds of links and set the limits; {@link dev.arachne.extract.HeaderLinks} reads the
 * fields of a response that link.
 *
 * <p>Threading: an extractor is confined to one thread, or to one event loop; values are immutable.
 *
 * <p>Errors: none. Every sequence of bytes can be read; a reference that is not a URL is counted.
 */
@NullMarked
package dev.arachne.extract;

import org.jspecify.annotations.NullMarked;
