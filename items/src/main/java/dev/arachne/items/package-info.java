/**
 * Records scraped from pages. Pure: bytes and {@link dev.arachne.items.ItemRules rules} in, {@link
 * dev.arachne.items.ScrapeResult records and follows} out; fetching the pages, and writing the
 * records, is not done here.
 */
@NullMarked
package dev.arachne.items;

import org.jspecify.annotations.NullMarked;
