@NullMarked
package dev.arachne.crawl;

import org.jspecify.annotations.NullMarked;
