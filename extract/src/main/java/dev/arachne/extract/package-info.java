@NullMarked
package dev.arachne.extract;

import org.jspecify.annotations.NullMarked;
