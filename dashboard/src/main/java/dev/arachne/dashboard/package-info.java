/**
 * A crawl in a browser: its activity, the places of its URLs, and its bottleneck, while it runs and
 * afterwards. {@link dev.arachne.dashboard.Dashboard} serves the page and pushes updates by
 * server-sent events.
 */
@NullMarked
package dev.arachne.dashboard;

import org.jspecify.annotations.NullMarked;
