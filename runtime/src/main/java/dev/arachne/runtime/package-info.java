@NullMarked
package dev.arachne.runtime;

import org.jspecify.annotations.NullMarked;
