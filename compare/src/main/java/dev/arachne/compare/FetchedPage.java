package dev.arachne.compare;

import dev.arachne.url.CrawlUrl;

/**
 * What one URL gave. The array is shared, not copied: nobody writes to it.
 *
 * @param url what was asked for
 * @param status of the answer; redirects are answers like any other
 * @param body all of it, content codings undone
 */
@SuppressWarnings("ArrayRecordComponent") // compared by the digest of the body
record FetchedPage(CrawlUrl url, int status, byte[] body) {}
