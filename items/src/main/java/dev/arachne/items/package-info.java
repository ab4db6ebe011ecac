/**
 * Records scraped from pages. Pure: bytes and {@link dev.arachne.items.ItemRules rules} in, {@link
 * dev.arachne.items.Scraped records and follows} out; who fetches the pages, and where the records
 * go, is not known here.
 */
@NullMarked
package dev.arachne.items;

import org.jspecify.annotations.NullMarked;
