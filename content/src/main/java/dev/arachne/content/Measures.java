package dev.arachne.content;

/**
 * Sums over the kept content of a part. Characters are those of texts; a run of white space counts
 * as one.
 */
final class Measures {
  int chars;
  int linkChars;
  int commas;
  int paragraphs;
  int images;
  int items;
  int inputs;
  int embeds;
  int headingChars;
  int listChars;

  /** Characters of paragraphs that are prose: long, with few links. */
  int proseChars;

  int tables;
  boolean hasBlocks;

  /** Pieces of code. */
  int codes;

  boolean hasDataTable;

  void clear() {
    chars = 0;
    linkChars = 0;
    commas = 0;
    paragraphs = 0;
    images = 0;
    items = 0;
    inputs = 0;
    embeds = 0;
    headingChars = 0;
    listChars = 0;
    proseChars = 0;
    tables = 0;
    hasBlocks = false;
    codes = 0;
    hasDataTable = false;
  }

  void add(Measures child) {
    chars += child.chars;
    linkChars += child.linkChars;
    commas += child.commas;
    paragraphs += child.paragraphs;
    images += child.images;
    items += child.items;
    inputs += child.inputs;
    embeds += child.embeds;
    headingChars += child.headingChars;
    listChars += child.listChars;
    proseChars += child.proseChars;
    tables += child.tables;
    hasBlocks |= child.hasBlocks;
    codes += child.codes;
    hasDataTable |= child.hasDataTable;
  }

  /** The share of the characters that are links' text, 0 to 1. */
  double linkDensity() {
    return chars == 0 ? 0 : (double) linkChars / chars;
  }
}
