/**
 * A crawl in a browser: what it does, where its URLs are, and what holds it up, while it runs and
 * afterwards. {@link dev.arachne.dashboard.Dashboard} serves the page and pushes what is new by
 * server-sent events.
 */
@NullMarked
package dev.arachne.dashboard;

import org.jspecify.annotations.NullMarked;
