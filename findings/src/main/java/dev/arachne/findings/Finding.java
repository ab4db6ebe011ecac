package dev.arachne.findings;

import java.util.List;

/**
 * Something that is wrong with a site. Immutable. All texts may come from the web: they are escaped
 * before somebody sees them.
 *
 * @param check its sort
 * @param subject what is wrong: a URL, the reference that is none, or the text that pages share
 * @param detail what exactly was seen; maybe empty
 * @param count in how many places
 * @param places the first {@value #MOST_PLACES} of them, by page
 */
public record Finding(Check check, String subject, String detail, long count, List<Place> places) {
  /** Places that are kept of a finding. */
  public static final int MOST_PLACES = 100;

  /** A finding; the places are copied. */
  public Finding {
    places = List.copyOf(places);
  }
}
