/**
 * Which URLs of sites bring nothing new: pages that are not there and are answered all the same
 * (soft 404), templates of URLs whose pages say what others say, parameters that change nothing.
 * Pure: URLs and bytes in, values out.
 *
 * <p>Start with {@link dev.arachne.traps.UrlShape}, which says where to ask for a page that is not
 * there, and {@link dev.arachne.traps.AbsentPage}, with which other pages are compared; or with
 * {@link dev.arachne.traps.UrlTemplate}, of which {@link dev.arachne.traps.TemplateYield} counts
 * what it brings, and {@link dev.arachne.traps.PathParameters}.
 *
 * <p>Threading: all types are immutable, and may be shared.
 *
 * <p>Errors: none. Every sequence of bytes has words.
 */
@NullMarked
package dev.arachne.traps;

import org.jspecify.annotations.NullMarked;
