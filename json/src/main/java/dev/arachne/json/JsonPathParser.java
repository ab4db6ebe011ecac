package dev.arachne.json;

import dev.arachne.json.JsonPath.Segment;
import dev.arachne.json.JsonPath.Segment.Reach;
import dev.arachne.json.JsonPath.Start;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Parses JSONPath expressions, by the grammar of RFC 9535 (Appendix A). Not thread-safe. */
final class JsonPathParser {
  /** The greatest integer of an expression, exact in a double (RFC 7493). */
  private static final long MOST = (1L << 53) - 1;

  private static final int LONGEST = 10_000;
  private static final int MOST_SEGMENTS = 100;

  private final JsonPathText in;
  private final JsonTestParser tests;
  private final String text;

  JsonPathParser(String text) {
    this.text = text;
    this.in = new JsonPathText(text);
    this.tests = new JsonTestParser(in, this);
  }

  JsonPath path() throws JsonPathException {
    if (text.length() > LONGEST) {
      throw new JsonPathException("it is longer than " + LONGEST + " characters", LONGEST + 1);
    }
    if (!in.take("$")) {
      throw in.mistake("it does not begin with $");
    }
    List<Segment> segments = segments();
    if (!in.atEnd()) {
      throw in.mistake("'" + in.rest() + "' is not expected");
    }
    return new JsonPath(text, segments);
  }

  /** A query in a filter, whose start is next. */
  JsonOperand.Query query() throws JsonPathException {
    Start start = in.take("$") ? Start.ROOT : Start.CURRENT;
    if (start == Start.CURRENT && !in.take("@")) {
      throw in.mistake("a query begins with @ or $");
    }
    return new JsonOperand.Query(start, segments());
  }

  private List<Segment> segments() throws JsonPathException {
    List<Segment> segments = new ArrayList<>();
    while (true) {
      int before = in.at();
      in.skipBlanks();
      if (in.take("..")) {
        segments.add(
            new Segment(
                Reach.DESCENDANTS, in.take("[") ? bracketed() : List.of(memberOrWildcard())));
      } else if (in.take(".")) {
        segments.add(new Segment(Reach.CHILDREN, List.of(memberOrWildcard())));
      } else if (in.take("[")) {
        segments.add(new Segment(Reach.CHILDREN, bracketed()));
      } else {
        in.back(before);
        return segments;
      }
      if (segments.size() > MOST_SEGMENTS) {
        throw in.mistake("there are more than " + MOST_SEGMENTS + " segments");
      }
    }
  }

  private JsonSelector memberOrWildcard() throws JsonPathException {
    return in.take("*") ? new JsonSelector.Wildcard() : new JsonSelector.Name(in.memberName());
  }

  /** The selectors behind a bracket, and the closing one. */
  private List<JsonSelector> bracketed() throws JsonPathException {
    List<JsonSelector> selectors = new ArrayList<>();
    do {
      in.skipBlanks();
      selectors.add(selector());
      in.skipBlanks();
    } while (in.take(","));
    if (!in.take("]")) {
      throw in.mistake("a bracket is not closed by ]");
    }
    return selectors;
  }

  private JsonSelector selector() throws JsonPathException {
    if (in.isNext('\'') || in.isNext('"')) {
      return new JsonSelector.Name(in.string());
    }
    if (in.take("*")) {
      return new JsonSelector.Wildcard();
    }
    if (in.take("?")) {
      in.skipBlanks();
      return new JsonSelector.Filter(tests.or());
    }
    OptionalLong first = integer();
    int before = in.at();
    in.skipBlanks();
    if (in.take(":")) {
      return slice(first);
    }
    in.back(before);
    if (first.isEmpty()) {
      throw in.mistake("a name in quotes, a number, *, ? or a slice is missing");
    }
    return new JsonSelector.Index(first.getAsLong());
  }

  private JsonSelector slice(OptionalLong start) throws JsonPathException {
    in.skipBlanks();
    OptionalLong end = integer();
    in.skipBlanks();
    OptionalLong step = OptionalLong.empty();
    if (in.take(":")) {
      in.skipBlanks();
      step = integer();
    }
    return new JsonSelector.Slice(start, end, step.orElse(1));
  }

  private OptionalLong integer() throws JsonPathException {
    int start = in.at();
    boolean negative = in.take("-");
    String digits = in.digits();
    if (digits.isEmpty() && !negative) {
      return OptionalLong.empty();
    }
    if (digits.isEmpty() || (digits.startsWith("0") && (negative || digits.length() > 1))) {
      in.back(start);
      throw in.mistake("an index is a number without leading zeros");
    }
    if (digits.length() > 16 || Long.parseLong(digits) > MOST) {
      in.back(start);
      throw in.mistake("a number is greater than " + MOST);
    }
    long value = Long.parseLong(digits);
    return OptionalLong.of(negative ? -value : value);
  }
}
