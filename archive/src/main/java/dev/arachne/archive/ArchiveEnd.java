package dev.arachne.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.regex.Pattern;

/**
 * Up to where the files of an archive are committed. What is behind that belongs to nothing that
 * was decided, and is cut off when the archive is opened again. Immutable.
 *
 * @param name what the names of all its files begin with
 * @param serial of the last file, from 1; 0 for an archive without files
 * @param length of that file, in bytes
 */
public record ArchiveEnd(String name, int serial, long length) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,120}");

  /** That of an archive which has no name yet. */
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

  /** As it is kept. */
  public byte[] toBytes() {
    return (name + " " + serial + " " + length).getBytes(UTF_8);
  }

  /**
   * Of what {@link #toBytes} has made.
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
