/**
 * What a crawl is asked to do: {@link dev.arachne.options.CrawlOptions}, made by {@link
 * dev.arachne.options.CrawlOptions#crawlOf}. All options are rows of {@link
 * dev.arachne.options.OptionTable}.
 */
@NullMarked
package dev.arachne.options;

import org.jspecify.annotations.NullMarked;
