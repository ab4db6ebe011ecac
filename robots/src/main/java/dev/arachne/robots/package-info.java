/**
 * The rules of a site for crawlers: robots.txt (RFC 9309), and the directives of single pages.
 * Pure: fetches nothing, keeps no time.
 */
@NullMarked
package dev.arachne.robots;

import org.jspecify.annotations.NullMarked;
