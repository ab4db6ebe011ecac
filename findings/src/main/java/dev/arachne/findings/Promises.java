package dev.arachne.findings;

import dev.arachne.archive.LineSorter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * What some pages say that others have, and what these have, joined on the disk: a fragment and the
 * element with that id, a page in another language and its link back. Confined to one thread.
 */
final class Promises implements Closeable {
  private final LineSorter lines = new LineSorter();
  private String kept = "";

  /** Is told of a promise that was not kept. */
  @FunctionalInterface
  interface Broken {
    /**
     * Takes the next one: who was to have what, and the fields that were given with the promise.
     */
    void accept(String owner, String name, String[] more) throws IOException;
  }

  /** Somebody has something. */
  void has(String owner, String name) throws IOException {
    lines.add(key(owner, name) + "\t0");
  }

  /** Somebody else says so. */
  void promise(String owner, String name, String... more) throws IOException {
    var line = new StringBuilder(key(owner, name)).append("\t1");
    for (String each : more) {
      line.append('\t').append(each.replaceAll("[\\x00-\\x1f]+", " "));
    }
    lines.add(line.toString());
  }

  /** Tells what was promised and is not had. */
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
