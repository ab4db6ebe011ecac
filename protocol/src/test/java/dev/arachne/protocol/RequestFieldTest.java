package dev.arachne.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** What a field of a request shows of itself. */
class RequestFieldTest {
  @Test
  void aValueMayBeASecretAndIsNotShown() {
    assertEquals("header Authorization", new RequestField("Authorization", "Bearer x").toString());
  }
}
