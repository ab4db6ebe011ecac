@NullMarked
package dev.arachne.url;

import org.jspecify.annotations.NullMarked;
