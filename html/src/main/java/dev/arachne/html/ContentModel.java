package dev.arachne.html;

/**
 * How text is read (the tokenizer states of WHATWG HTML 13.2.5.1-5 and 13.2.5.69 that text is met
 * in).
 */
public enum ContentModel {
  /** Markup and character references. */
  DATA,
  /**
   * Character references; ended by the end tag of its start tag ({@code title}, {@code textarea}).
   */
  RCDATA,
  /** Nothing but its end tag ({@code style}, {@code iframe}, ...). */
  RAWTEXT,
  /** As {@link #RAWTEXT}, where {@code <!--} and {@code <script>} may hide the end tag. */
  SCRIPT_DATA,
  /** Never ends. */
  PLAINTEXT,
  /** Ended by {@code ]]>}. */
  CDATA_SECTION
}
