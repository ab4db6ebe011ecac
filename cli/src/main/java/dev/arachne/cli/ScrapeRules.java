package dev.arachne.cli;

import dev.arachne.arguments.Argument;
import dev.arachne.items.ItemRules;
import dev.arachne.items.RulesException;
import dev.arachne.options.FileFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.TypeConversionException;

/** The rules of a scrape as typed: the name of a file with the rules, or the rules. */
final class ScrapeRules {
  /** The size limit of a file with rules. */
  private static final int MAX_BYTES = 1 << 20;

  private final Argument<Path> file;
  private final Argument<String> item;
  private final Argument<List<String>> fields;
  private final Argument<String> next;
  private final Argument<List<String>> follow;

  ScrapeRules(CrawlSettings settings) {
    file = settings.special("--rules", Path::of);
    item = settings.special("--item");
    fields = settings.special("--field");
    next = settings.special("--next");
    follow = settings.special("--follow");
  }

  /** A step that puts something into the rules. */
  private interface Step {
    void take() throws RulesException;
  }

  /**
   * The rules.
   *
   * @throws TypeConversionException if they are invalid; the message says why
   */
  ItemRules rules() {
    if (file.value().isPresent()) {
      if (Stream.of(item, next, fields, follow).anyMatch(Argument::isGiven)) {
        throw new TypeConversionException(
            "--rules stands alone; put the item, its fields and the links to follow into "
                + file.typed());
      }
      return read(file.typed());
    }
    if (fields.value().isEmpty()) {
      throw new TypeConversionException(
          "nothing to scrape; use --rules FILE, or --field NAME=EXPR");
    }
    ItemRules.Builder rules = ItemRules.builder();
    item.value().ifPresent(expression -> put("--item", () -> rules.item(expression)));
    next.value().ifPresent(expression -> put("--next", () -> rules.next(expression)));
    for (String expression : follow.or(List.of())) {
      put("--follow", () -> rules.follow(expression));
    }
    for (String field : fields.typed()) {
      put("--field", () -> rules.field(field));
    }
    try {
      return rules.build();
    } catch (RulesException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }

  private static void put(String option, Step step) {
    try {
      step.take();
    } catch (RulesException e) {
      throw new TypeConversionException(option + ": " + e.getMessage());
    }
  }

  private static String text(byte[] utf8) throws CharacterCodingException {
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
  }

  /** Whether rules are typed, or their file. */
  boolean areGiven() {
    return file.isGiven() || fields.isGiven();
  }

  /**
   * The rules in a file.
   *
   * @throws TypeConversionException if there is no such file, or its rules are invalid; the message
   *     says why
   */
  static ItemRules read(Path path) {
    try (InputStream in = Files.newInputStream(path)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new TypeConversionException(
            "--rules: "
                + path
                + " is larger than "
                + (MAX_BYTES >> 20)
                + " MiB; use a file of rules");
      }
      return ItemRules.parse(path.toString(), text(bytes));
    } catch (RulesException e) {
      throw new TypeConversionException(e.getMessage());
    } catch (NoSuchFileException e) {
      throw new TypeConversionException("--rules: there is no file " + path);
    } catch (CharacterCodingException e) {
      throw new TypeConversionException("--rules: " + path + " is not in UTF-8; save it so");
    } catch (IOException e) {
      throw new TypeConversionException(
          "--rules: cannot read " + path + ": " + FileFailure.reason(e));
    }
  }
}
