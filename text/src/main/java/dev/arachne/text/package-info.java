/**
 * The bytes of a document as text: its encoding (WHATWG Encoding, WHATWG HTML 13.2.3.2), its media
 * type (WHATWG MIME Sniffing), and its characters in UTF-8. Pure: bytes in, values out.
 *
 * <p>Start with {@link dev.arachne.text.DocumentText}, which turns a body and its {@code
 * Content-Type} into a string. Parsers that work on bytes use {@link
 * dev.arachne.text.EncodingSniffer} and {@link dev.arachne.text.Utf8Transcoder} instead, with
 * {@link dev.arachne.text.Bytes} and {@link dev.arachne.text.ByteScratch} for their own scratch
 * space.
 *
 * <p>Threading: values are immutable; transcoders, decoders and scratch space are confined to one
 * thread, or to one event loop.
 *
 * <p>Errors: none. Bytes that are not a character become U+FFFD; an unknown label or a malformed
 * media type is an empty {@code Optional}.
 */
@NullMarked
package dev.arachne.text;

import org.jspecify.annotations.NullMarked;
