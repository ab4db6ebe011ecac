@NullMarked
package dev.arachne.testkit;

import org.jspecify.annotations.NullMarked;
