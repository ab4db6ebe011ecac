/**
 * Detects URLs of sites that bring nothing new: absent pages that are answered all the same (soft
 * 404), templates of URLs whose pages repeat others, parameters that change nothing. Pure: URLs and
 * bytes in, values out.
 *
 * <p>Start with {@link dev.arachne.traps.UrlShape}, which has the URL of an absent page to request,
 * and {@link dev.arachne.traps.AbsentPage}, with which other pages are compared. Or start with
 * {@link dev.arachne.traps.UrlTemplate}, whose yield {@link dev.arachne.traps.TemplateYield}
 * counts, and {@link dev.arachne.traps.PathParameters}.
 *
 * <p>Threading: all types are immutable, and may be shared.
 *
 * <p>Errors: none. Every sequence of bytes has words.
 */
@NullMarked
package dev.arachne.traps;

import org.jspecify.annotations.NullMarked;
