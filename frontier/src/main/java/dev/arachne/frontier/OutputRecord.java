package dev.arachne.frontier;

/**
 * Bytes that belong to the end of an output file. They are committed with the verdict to which they
 * belong and kept until somebody says that the file has them for good; so the file can be repaired
 * after whatever happened to it.
 *
 * @param file which output of the crawl, from 0
 * @param offset where in the file they belong, in bytes
 * @param bytes whole lines, or whatever is a whole in that file
 */
public record OutputRecord(int file, long offset, byte[] bytes) {
  /** The same record without its bytes, for {@link Frontier#settled}. */
  public OutputRecord place() {
    return new OutputRecord(file, offset, new byte[0]);
  }

  /** Where the next record of the file belongs. */
  public long end() {
    return offset + bytes.length;
  }
}
