package dev.arachne.items;

import dev.arachne.text.CountedText;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.jsoup.parser.Parser;
import org.jspecify.annotations.Nullable;

/**
 * A regular expression in Java's syntax, looked for in the source of a page or an item. Its result
 * is the first group, or the whole match without a group, read as markup: without tags, character
 * references decoded.
 */
record RegexQuery(Pattern pattern) implements Query {

  static RegexQuery parse(String source) throws RulesException {
    return new RegexQuery(pattern(source));
  }

  static Pattern pattern(String source) throws RulesException {
    if (source.isEmpty()) {
      throw new RulesException("a regular expression is empty; use one such as \\((\\d{4})\\)");
    }
    try {
      return Pattern.compile(source);
    } catch (PatternSyntaxException e) {
      throw new RulesException(
          "'%s' is not a regular expression: %s at character %d"
              .formatted(source, e.getDescription().toLowerCase(Locale.ROOT), e.getIndex() + 1));
    }
  }

  @Override
  public Stream<String> texts(QueryTarget target, TextMode reading, WorkBudget budget) {
    Stream<String> found = found(pattern, target.source(), budget);
    return switch (target.syntax()) {
      case HTML, XML -> found.map(markup -> read(markup, reading));
      case PLAIN -> found;
    };
  }

  private static String read(String markup, TextMode reading) {
    return switch (reading) {
      case TEXT -> Parser.parseBodyFragment(markup, "").text();
      case LINES -> PageLines.of(Parser.parseBodyFragment(markup, "").body());
      case LINK -> Parser.unescapeEntities(markup, true);
      case JSON -> markup; // That of a script, where there are no character references.
    };
  }

  @Override
  public Stream<QueryTarget> parts(QueryTarget target, WorkBudget budget) {
    return found(pattern, target.source(), budget).map(target::part);
  }

  @Override
  public Stream<Match> matches(QueryTarget target, WorkBudget budget) {
    return pattern
        .matcher(counted(target.source(), budget))
        .results()
        .filter(match -> group(match) != null)
        .map(match ->
            new Match(
                TextMode.collapsed(Objects.requireNonNull(group(match))),
                target.place(match.start())));
  }

  private static @Nullable String group(MatchResult match) {
    return match.groupCount() == 0 ? match.group() : match.group(1);
  }

  @Override
  public void checkFindsParts() {}

  /** The matches of {@code pattern} in {@code text}, in order. */
  static Stream<String> found(Pattern pattern, String text, WorkBudget budget) {
    return pattern
        .matcher(counted(text, budget))
        .results()
        .map(RegexQuery::group)
        .filter(Objects::nonNull);
  }

  static boolean isFoundIn(String text, Pattern pattern, WorkBudget budget) {
    return pattern.matcher(counted(text, budget)).find();
  }

  private static CharSequence counted(String text, WorkBudget budget) {
    return new CountedText(text, () -> budget.spend(1));
  }
}
