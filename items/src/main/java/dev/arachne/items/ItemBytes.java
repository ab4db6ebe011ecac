package dev.arachne.items;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.arachne.url.CrawlUrl;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Records as bytes that give the same records again: each value is a letter for its type and its
 * text.
 */
public final class ItemBytes {
  private ItemBytes() {}

  /** The bytes of {@code items}. */
  public static byte[] of(List<Item> items) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      out.writeInt(items.size());
      for (Item item : items) {
        out.writeInt(item.values().size());
        for (Map.Entry<String, Object> field : item.values().entrySet()) {
          write(out, field.getKey());
          writeValue(out, field.getValue());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** Reads the records from these bytes. */
  public static List<Item> read(byte[] bytes) {
    List<Item> items = new ArrayList<>();
    try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      for (int left = in.readInt(); left > 0; left--) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (int fields = in.readInt(); fields > 0; fields--) {
          values.put(read(in), readValue(in));
        }
        items.add(new Item(values));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return items;
  }

  private static void writeValue(DataOutputStream out, Object value) throws IOException {
    switch (value) {
      case List<?> list -> {
        out.writeByte('[');
        out.writeInt(list.size());
        for (Object each : list) {
          writeValue(out, each);
        }
      }
      case Map<?, ?> object -> {
        out.writeByte('{');
        out.writeInt(object.size());
        for (Map.Entry<?, ?> member : object.entrySet()) {
          write(out, String.valueOf(member.getKey()));
          writeValue(out, member.getValue());
        }
      }
      default -> {
        out.writeByte(letter(value));
        write(out, value instanceof CrawlUrl url ? url.href() : value.toString());
      }
    }
  }

  private static Object readValue(DataInputStream in) throws IOException {
    char letter = (char) in.readByte();
    if (letter == '{') {
      Map<String, Object> object = new LinkedHashMap<>();
      for (int left = in.readInt(); left > 0; left--) {
        object.put(read(in), readValue(in));
      }
      return object;
    }
    if (letter != '[') {
      return value(letter, read(in));
    }
    List<Object> list = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      list.add(readValue(in));
    }
    return list;
  }

  private static char letter(Object value) {
    return switch (value) {
      case String _ -> 's';
      case Boolean _ -> 'b';
      case Integer _ -> 'i';
      case Long _ -> 'l';
      case BigDecimal _ -> 'n';
      case LocalDate _ -> 'd';
      case LocalDateTime _ -> 't';
      case OffsetDateTime _ -> 'o';
      case YearMonth _ -> 'm';
      case Year _ -> 'y';
      case CrawlUrl _ -> 'u';
      default -> throw new IllegalArgumentException(value.getClass().getName());
    };
  }

  private static Object value(char letter, String text) {
    return switch (letter) {
      case 's' -> text;
      case 'b' -> Boolean.valueOf(text);
      case 'i' -> Integer.valueOf(text);
      case 'l' -> Long.valueOf(text);
      case 'n' -> new BigDecimal(text);
      case 'd' -> LocalDate.parse(text);
      case 't' -> LocalDateTime.parse(text);
      case 'o' -> OffsetDateTime.parse(text);
      case 'm' -> YearMonth.parse(text);
      case 'y' -> Year.of(Integer.parseInt(text));
      case 'u' -> CrawlUrl.of(text);
      default -> throw new IllegalArgumentException("a value of the type " + letter);
    };
  }

  private static void write(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static String read(DataInputStream in) throws IOException {
    return new String(in.readNBytes(in.readInt()), UTF_8);
  }
}
