package dev.arachne.findings;

import dev.arachne.archive.LineSorter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * The references of some pages to parts of others, and these parts, joined on the disk: a fragment
 * and the element with that id, a page in another language and its link back. Confined to one
 * thread.
 */
final class FragmentLinks implements Closeable {
  private final LineSorter lines = new LineSorter();
  private String kept = "";

  /** Gets the broken references. */
  @FunctionalInterface
  interface Broken {
    /** Takes the next one: its owner, and the fields that were given with the reference. */
    void accept(String owner, String name, String[] more) throws IOException;
  }

  /** Adds a part that an owner has. */
  void has(String owner, String name) throws IOException {
    lines.add(key(owner, name) + "\t0");
  }

  /** Adds a reference to a part of an owner. */
  void promise(String owner, String name, String... more) throws IOException {
    var line = new StringBuilder(key(owner, name)).append("\t1");
    for (String each : more) {
      line.append('\t').append(each.replaceAll("[\\x00-\\x1f]+", " "));
    }
    lines.add(line.toString());
  }

  /** Reports the references to parts that do not exist. */
  void settle(Broken broken) throws IOException {
    lines.drain(line -> {
      String[] fields = new String(line, StandardCharsets.UTF_8).split("\t", -1);
      String key = fields[0] + "\t" + fields[1];
      if (fields[2].equals("0")) {
        kept = key;
      } else if (!key.equals(kept)) {
        String[] more = java.util.Arrays.copyOfRange(fields, 3, fields.length);
        broken.accept(fields[0], fields[1], more);
      }
    });
  }

  private static String key(String owner, String name) {
    return owner + "\t" + name.replaceAll("[\\x00-\\x1f]+", " ");
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
