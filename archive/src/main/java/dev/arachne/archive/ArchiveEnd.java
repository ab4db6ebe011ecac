package dev.arachne.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.regex.Pattern;

/**
 * The end of the committed part of an archive's files. Bytes behind it belong to no committed
 * decision, and are cut off when the archive is opened again. Immutable.
 *
 * @param name the common prefix of the names of all its files
 * @param serial of the last file, from 1; 0 for an archive without files
 * @param length of that file, in bytes
 */
public record ArchiveEnd(String name, int serial, long length) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,120}");

  /** The end of an archive without a name yet. */
  public static final ArchiveEnd NOTHING = new ArchiveEnd("-", 0, 0);

  /** Checks that names of files can begin so. */
  public ArchiveEnd {
    if (!NAME.matcher(name).matches() || serial < 0 || length < 0) {
      throw new IllegalArgumentException(name + " " + serial + " " + length);
    }
  }

  /** The name of a file; names sort as serials count. */
  public String file(int number) {
    String digits = Integer.toString(number);
    return name + "-" + "0".repeat(Math.max(0, 5 - digits.length())) + digits + ".warc.gz";
  }

  /** The end in its stored form. */
  public byte[] toBytes() {
    return (name + " " + serial + " " + length).getBytes(UTF_8);
  }

  /**
   * Reads the stored form that {@link #toBytes} makes.
   *
   * @throws IllegalArgumentException if it is something else
   */
  public static ArchiveEnd read(byte[] bytes) {
    String[] words = new String(bytes, UTF_8).split(" ", -1);
    if (words.length != 3) {
      throw new IllegalArgumentException("no end of an archive: " + words.length + " words");
    }
    return new ArchiveEnd(words[0], Integer.parseInt(words[1]), Long.parseLong(words[2]));
  }
}
