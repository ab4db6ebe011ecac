package dev.arachne.browser;

/** A copy of the look of a rendered page. */
public enum PageCopy {
  /** A PNG, 1,280 pixels wide and as high as the page, up to 10,000 pixels. */
  PICTURE("picture"),
  /** A PDF file with pages of A4, its backgrounds and a tree of tags. */
  PDF("PDF file");

  private final String noun;

  PageCopy(String noun) {
    this.noun = noun;
  }

  /** The noun for it, in words for people. */
  public String noun() {
    return noun;
  }
}
