/**
 * Pages as rendered by their scripts. A {@link dev.arachne.browser.Browser} is a Chromium process
 * without a network: each of its requests goes to a {@link dev.arachne.browser.PageRequests}, which
 * answers it or refuses it. {@link dev.arachne.browser.DevTools} is the protocol between the two,
 * over a pair of pipes; {@link dev.arachne.browser.Tab} is the life of one page.
 */
@NullMarked
package dev.arachne.browser;

import org.jspecify.annotations.NullMarked;
