package dev.arachne.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** By the key of RFC 9421 B.1.4 and the vectors of the draft, A.2.1 and A.2.3. */
class BotSignatureTest {
  private static final String KEY_ID = "poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";
  private static final Instant CREATED = Instant.ofEpochSecond(1_735_689_600);

  @TempDir Path folder;

  private Path key() throws Exception {
    String pem =
        """
        -----BEGIN PRIVATE KEY-----
        MC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF
        -----END PRIVATE KEY-----
        """;
    return Files.writeString(folder.resolve("key.pem"), pem);
  }

  private static List<String> values(List<RequestField> fields) {
    return fields.stream().map(field -> field.name() + ": " + field.value()).toList();
  }

  @Test
  void theKeyIsNamedByItsThumbprint() throws Exception {
    assertEquals(KEY_ID, BotSignature.of(key(), Optional.empty()).keyId());
  }

  @Test
  void aSignatureOfTheHostAloneIsTheDrafts() throws Exception {
    String nonce =
        "g0iqFa9e1ffijlyOScDkXpfSmTbYpRNSGPJrQ1It20ahwgzB3jOUcdgLgFxUg7RMtW4V8IILaKKtA+YuSyIgJQ==";
    assertEquals(
        List.of(
            "Signature-Input: sig=(\"@authority\");created=1735689600;keyid=\""
                + KEY_ID
                + "\";alg=\"ed25519\";expires=4889289600;nonce=\""
                + nonce
                + "\";tag=\"web-bot-auth\"",
            "Signature: sig=:FFASViSdcgsyaqqYiCnkHreeZzbNKcTzDvZC5uVlP/dn9IbWj8j0o4wKFTH3rBnUiSUBd"
                + "uwm1Gp5VlIPCp01Ag==:"),
        values(
            BotSignature.of(key(), Optional.empty())
                .fields(
                    "example.com",
                    CREATED,
                    Instant.ofEpochSecond(4_889_289_600L),
                    Optional.of(nonce))));
  }

  @Test
  void aSignatureThatNamesTheAgentIsTheDrafts() throws Exception {
    String nonce =
        "e8N7S2MFd/qrd6T2R3tdfAuuANngKI7LFtKYI/vowzk4lAZYadIX6wW25MwG7DCT9RUKAJ0qVkU0mEeLElW1qg==";
    List<RequestField> fields =
        BotSignature.of(key(), Optional.of("https://signature-agent.test"))
            .fields("example.com", CREATED, CREATED.plusSeconds(3_600), Optional.of(nonce));
    assertEquals("Signature-Agent: \"https://signature-agent.test\"", values(fields).getFirst());
    assertEquals(
        "Signature: sig=:jdq0SqOwHdyHr9+r5jw3iYZH6aNGKijYp/EstF4RQTQdi5N5YYKrD+mCT1HA1nZDsi6nJKuHxUi"
            + "/5Syp3rLWBA==:",
        values(fields).getLast());
  }

  @Test
  void anInvalidKeyIsRefused() throws Exception {
    Path file = folder.resolve("file");
    for (String text :
        List.of(
            "",
            "-----BEGIN PUBLIC KEY-----\nMCow\n-----END PUBLIC KEY-----\n",
            "-----END PRIVATE KEY----------BEGIN PRIVATE KEY-----",
            "x".repeat(100_000))) {
      Files.writeString(file, text);
      var refused =
          assertThrows(
              IllegalArgumentException.class, () -> BotSignature.of(file, Optional.empty()));
      assertEquals("has no private key in PEM", refused.getMessage());
    }
    for (byte[] der : List.of(new byte[0], new byte[48], new byte[] {1, 2, 3})) {
      Files.writeString(
          file,
          "-----BEGIN PRIVATE KEY-----\n"
              + Base64.getMimeEncoder().encodeToString(der)
              + "\n-----END PRIVATE KEY-----");
      var refused =
          assertThrows(
              IllegalArgumentException.class, () -> BotSignature.of(file, Optional.empty()));
      assertEquals("has no private key for Ed25519", refused.getMessage());
    }
  }
}
