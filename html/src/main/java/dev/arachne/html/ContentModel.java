package dev.arachne.html;

/**
 * The way in which text is read (the tokenizer states of WHATWG HTML 13.2.5.1-5 and 13.2.5.69 for
 * text).
 */
public enum ContentModel {
  /** Markup and character references. */
  DATA,
  /**
   * Character references; ended by the end tag of its start tag ({@code title}, {@code textarea}).
   */
  RCDATA,
  /** Only its end tag ({@code style}, {@code iframe}, ...). */
  RAWTEXT,
  /** As {@link #RAWTEXT}, where {@code <!--} and {@code <script>} may hide the end tag. */
  SCRIPT_DATA,
  /** Never ends. */
  PLAINTEXT,
  /** Ended by {@code ]]>}. */
  CDATA_SECTION
}
