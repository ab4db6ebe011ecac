@NullMarked
package dev.arachne.frontier;

import org.jspecify.annotations.NullMarked;
