@NullMarked
package dev.arachne.bench;

import org.jspecify.annotations.NullMarked;
