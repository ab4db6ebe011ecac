package dev.arachne.pages;

/**
 * The body of a page, decoded from its transfer and content codings.
 *
 * @param bytes must not be changed
 * @param contentType the value of its {@code Content-Type} header; the media type alone if only
 *     that was kept; empty if there was no such header
 * @param contentLanguage the value of its {@code Content-Language} header; empty if there was no
 *     such header, or it was not kept
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record PageBody(byte[] bytes, String contentType, String contentLanguage) {}
