package dev.arachne.findings;

import java.util.List;

/**
 * A fault of a site. Immutable. All texts may come from the web: they are escaped before they are
 * shown.
 *
 * @param check its kind
 * @param subject the faulty thing: a URL, a reference that is not a URL, or the text that pages
 *     share
 * @param detail the exact observation; maybe empty
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
