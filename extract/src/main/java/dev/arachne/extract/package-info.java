/**
 * The links of a document and what the document says of itself: HTML, XML, feeds, style sheets and
 * header fields. Pure: bytes in, links out.
 *
 * <p>Start with {@link dev.arachne.extract.LinkExtractor}: {@code outlinks} gives a list, {@code
 * extract} gives each link to a {@link dev.arachne.extract.LinkSink} without an object made for it,
 * and a {@link dev.arachne.extract.Page}. {@link dev.arachne.extract.LinkOptions} say which kinds
 * of link are looked for and where to stop; {@link dev.arachne.extract.HeaderLinks} reads the
 * fields of a response that link.
 *
 * <p>Threading: an extractor is confined to one thread, or to one event loop; values are immutable.
 *
 * <p>Errors: none. Every sequence of bytes can be read; a reference that is no URL is counted.
 */
@NullMarked
package dev.arachne.extract;

import org.jspecify.annotations.NullMarked;
