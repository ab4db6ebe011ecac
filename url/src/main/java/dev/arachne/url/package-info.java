/**
 * URLs of the web: parsed as browsers do (WHATWG URL), in the one form by which a crawl knows them,
 * with their fingerprints. Pure: text or bytes in, values out.
 *
 * <p>Start with {@link dev.arachne.url.CrawlUrl}: {@code parse} for input, {@code of} for literals,
 * {@code resolve} for a reference on a page. {@link dev.arachne.url.UrlResolver} resolves very many
 * references of one page without an object for each. {@link dev.arachne.url.Origin} and {@link
 * dev.arachne.url.RegistrableDomain} say whose a URL is.
 *
 * <p>Threading: values are immutable; a resolver is confined to one thread, or to one event loop.
 *
 * <p>Errors: what is no http or https URL is a {@link dev.arachne.url.RejectedUrl} with its reason.
 * Only literals throw.
 */
@NullMarked
package dev.arachne.url;

import org.jspecify.annotations.NullMarked;
