/**
 * HTML as a stream of tokens (WHATWG HTML 13.2.5), on the bytes of a page in UTF-8 and without a
 * tree. Pure: bytes in, ranges of them out; no allocation for a token.
 *
 * <p>Start with {@link dev.arachne.html.HtmlTokenizer}: tokens are pulled with {@code next()}, and
 * the reader names the content model behind a start tag. {@link dev.arachne.html.HtmlDecoder}
 * decodes the ranges that a reader needs; {@link dev.arachne.html.TagAttributes}, {@link
 * dev.arachne.html.Element}, {@link dev.arachne.html.ForeignContent} and {@link
 * dev.arachne.html.Templates} cover the part of tree construction that readers of links need.
 *
 * <p>Threading: tables are immutable; everything that reads a page is confined to one thread, or to
 * one event loop.
 *
 * <p>Errors: none. Every sequence of bytes has tokens.
 */
@NullMarked
package dev.arachne.html;

import org.jspecify.annotations.NullMarked;
