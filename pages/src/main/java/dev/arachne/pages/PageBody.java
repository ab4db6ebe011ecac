package dev.arachne.pages;

/**
 * The body of a page, transfer and content codings undone.
 *
 * @param bytes nobody changes them
 * @param contentType the value of its {@code Content-Type} header; the media type alone if only
 *     that was kept; empty if there was none
 * @param contentLanguage the value of its {@code Content-Language} header; empty if there was none,
 *     or it was not kept
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record PageBody(byte[] bytes, String contentType, String contentLanguage) {}
