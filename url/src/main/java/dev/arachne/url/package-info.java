/**
 * URLs of the web: parsed as in browsers (WHATWG URL), in the canonical form that a crawl uses,
 * with their fingerprints. Pure: text or bytes in, values out.
 *
 * <p>Start with {@link dev.arachne.url.CrawlUrl}: {@code parse} for input, {@code of} for literals,
 * {@code resolve} for a reference on a page. {@link dev.arachne.url.UrlResolver} resolves very many
 * references of one page without an object for each. {@link dev.arachne.url.Origin} and {@link
 * dev.arachne.url.RegistrableDomain} identify the owner of a URL.
 *
 * <p>Threading: values are immutable; a resolver is confined to one thread, or to one event loop.
 *
 * <p>Errors: an input that is not an http or https URL is a {@link dev.arachne.url.RejectedUrl}
 * with its reason. Only literals throw.
 */
@NullMarked
package dev.arachne.url;

import org.jspecify.annotations.NullMarked;
