package dev.arachne.network;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** The texts are those of the GNU C library, without a language set. */
class DnsErrorsTest {
  @Test
  void aNameServiceThatCannotBeAskedIsNotAMissingName() {
    DnsErrors errors = DnsErrors.INSTANCE;
    assertTrue(errors.isOfService("h.example", "h.example: Temporary failure in name resolution"));
    assertFalse(errors.isOfService("h.example", "h.example: Name or service not known"));
    assertFalse(errors.isOfService("h.example", "h.example: No address associated with hostname"));
    assertFalse(errors.isOfService("h.example", "h.example"), "repeated by the JDK from memory");
  }
}
