package dev.arachne.items;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The part of one page in the {@link FillRates}. Immutable.
 *
 * @param complete its records
 * @param incomplete records that lack a required field
 * @param filled how many of both have each field
 * @param alone how many of both lack the fields of their detail page, since it has none
 */
public record PageFill(int complete, int incomplete, Map<String, Integer> filled, int alone) {
  /** The name of an output whose records are the fills of pages; it has no file. */
  public static final String OUTPUT = "fills";

  /** Keeps a copy. */
  public PageFill {
    filled = Collections.unmodifiableMap(new LinkedHashMap<>(filled));
  }

  /** Counts the fields of a page. */
  public static PageFill of(ScrapeResult page, List<String> fields) {
    return of(page.items(), page.incomplete(), 0, fields);
  }

  /** Counts the fields of records that lack a required field, and of others. */
  public static PageFill of(
      List<Item> complete, List<Item> incomplete, int alone, List<String> fields) {
    List<Item> records = new ArrayList<>(complete);
    records.addAll(incomplete);
    Map<String, Integer> filled = new LinkedHashMap<>();
    for (String field : fields) {
      long having = records.stream().filter(it -> it.values().containsKey(field)).count();
      filled.put(field, Math.toIntExact(having));
    }
    return new PageFill(complete.size(), incomplete.size(), filled, alone);
  }

  /** Reads the form that {@link #toBytes} made. */
  public static PageFill read(byte[] bytes) {
    try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      int complete = in.readInt();
      int incomplete = in.readInt();
      Map<String, Integer> filled = new LinkedHashMap<>();
      for (int left = in.readInt(); left > 0; left--) {
        filled.put(LongText.read(in), in.readInt());
      }
      return new PageFill(complete, incomplete, filled, in.readInt());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The numbers in their stored form. */
  public byte[] toBytes() {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      out.writeInt(complete);
      out.writeInt(incomplete);
      out.writeInt(filled.size());
      for (Map.Entry<String, Integer> field : filled.entrySet()) {
        LongText.write(out, field.getKey());
        out.writeInt(field.getValue());
      }
      out.writeInt(alone);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** Whether it does not change the rates. */
  public boolean isEmpty() {
    return records() == 0;
  }

  /** Records, complete or not. */
  int records() {
    return complete + incomplete;
  }
}
