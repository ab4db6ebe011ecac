package dev.arachne.traps;

import dev.arachne.store.RowReader;
import dev.arachne.store.RowWriter;

/**
 * The yield of the pages of a template up to now. Immutable.
 *
 * @param fetched pages with a content
 * @param fruits those whose content was new, and new pages of other templates that they led to
 * @param barren pages since the last fruit
 * @param doubt pages with new titles until new titles suffice again
 * @param holding the number under which its URLs are held; 0 if none ever was
 * @param copy the last page that brought nothing new, and {@code original} a page with the same
 *     content
 */
public record TemplateYield(
    long fetched, long fruits, long barren, long doubt, int holding, String copy, String original) {
  /** The pages with new titles that are read to their end after one whose title was known. */
  static final int DOUBT = 4;

  /** The barren pages in a row after which a template is held. */
  static final int PATIENCE = 8;

  /**
   * The number of barren pages after which requested pages count as well until their content is
   * known.
   */
  static final int SUSPECT = 2;

  /** The divisor of the fruits of a template that gives a larger patience. */
  static final int SHARE = 4;

  /** The yield of a template without a fetched page. */
  public static final TemplateYield NONE = new TemplateYield(0, 0, 0, 0, 0, "", "");

  /** After a page with new content, and perhaps a new title. */
  public TemplateYield fresh(boolean isTitleNew) {
    long its = isTitleNew ? Math.max(0, doubt - 1) : DOUBT;
    return new TemplateYield(fetched + 1, fruits + 1, 0, its, holding, copy, original);
  }

  /** After a page with the title of another one whose content is not known. */
  public TemplateYield unclear() {
    return new TemplateYield(fetched + 1, fruits, barren, DOUBT, holding, copy, original);
  }

  /** After one of its pages has led to a new page of another template. */
  public TemplateYield led() {
    return new TemplateYield(fetched, fruits + 1, 0, doubt, holding, copy, original);
  }

  /** After a page with the content of another one. */
  public TemplateYield repeated(String page, String other) {
    return new TemplateYield(fetched + 1, fruits, barren + 1, DOUBT, holding, page, other);
  }

  /** The same, held under a number. */
  public TemplateYield heldAs(int number) {
    return new TemplateYield(fetched, fruits, barren, doubt, number, copy, original);
  }

  /** Whether new titles suffice to show that pages are new. */
  public boolean areTitlesEnough() {
    return doubt == 0;
  }

  /** Whether its other URLs have to wait until nothing else is to do. */
  public boolean isBarren() {
    return barren >= patience();
  }

  /**
   * The same while some of its pages are requested: once a few have brought nothing new, the others
   * wait until the content of these is known.
   */
  public boolean mayBeBarren(int inFlight) {
    return barren >= SUSPECT && barren + inFlight >= patience();
  }

  private long patience() {
    return Math.max(PATIENCE, fruits / SHARE);
  }

  /** The reason why its other URLs are not fetched. */
  public String text(String template) {
    return "%s, of which the last %d of %d pages brought nothing new: %s says what %s says"
        .formatted(template, barren, fetched, copy, original);
  }

  /** The yield in the form of a row's value. */
  public byte[] toBytes() {
    var row = new RowWriter().number(fetched).number(fruits).number(barren);
    row.number(doubt).number(holding);
    return row.text(copy).text(original).toBytes();
  }

  /** Reads the value of a row. */
  public static TemplateYield read(byte[] value) {
    var row = new RowReader(value);
    return new TemplateYield(
        row.number(),
        row.number(),
        row.number(),
        row.number(),
        (int) row.number(),
        row.text(),
        row.text());
  }
}
