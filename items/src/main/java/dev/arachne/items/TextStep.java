package dev.arachne.items;

import dev.arachne.text.CountedText;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A change of the texts of a field, before they get its type. Immutable. */
sealed interface TextStep {
  /** The changed texts; empty ones are omitted. */
  Stream<String> apply(Stream<String> texts, WorkBudget budget);

  /** The step that a word of a field's declaration is, such as {@code split(,)}; empty if none. */
  static Optional<TextStep> parse(FieldDeclaration.Word word) throws RulesException {
    return switch (word.name()) {
      case "strip" -> Optional.of(new Strip(text(word)));
      case "split" -> Optional.of(new Split(text(word)));
      case "join" -> Optional.of(new Join(text(word)));
      case "replace" -> Optional.of(replace(text(word), word));
      default -> Optional.empty();
    };
  }

  /** The text of a word that has to have one. */
  static String text(FieldDeclaration.Word word) throws RulesException {
    if (word.text().isEmpty()) {
      throw new RulesException(
          "'%s' has no text; write %s(TEXT)".formatted(word.word(), word.name()));
    }
    return word.text();
  }

  /** The first character of the text separates the regular expression from its replacement. */
  private static TextStep replace(String text, FieldDeclaration.Word word) throws RulesException {
    char separator = text.charAt(0);
    int middle = text.indexOf(separator, 1);
    if (middle <= 1 || middle == text.length() - 1 || !text.endsWith("" + separator)) {
      throw new RulesException("'" + word.word() + "' is not of the form replace(/REGEX/TEXT/)");
    }
    return Replace.of(text.substring(1, middle), text.substring(middle + 1, text.length() - 1));
  }

  /** Removes characters from both ends of each text. */
  record Strip(String characters) implements TextStep {
    @Override
    public Stream<String> apply(Stream<String> texts, WorkBudget budget) {
      return texts.map(this::stripped);
    }

    private String stripped(String text) {
      int start = 0;
      int end = text.length();
      while (start < end && isStripped(text.charAt(start))) {
        start++;
      }
      while (end > start && isStripped(text.charAt(end - 1))) {
        end--;
      }
      return text.substring(start, end);
    }

    private boolean isStripped(char c) {
      return characters.indexOf(c) >= 0 || Character.isWhitespace(c) || Character.isSpaceChar(c);
    }
  }

  /** Puts a text in place of each match of a regular expression; {@code $1} is its first group. */
  record Replace(Pattern pattern, String replacement) implements TextStep {
    static Replace of(String pattern, String replacement) throws RulesException {
      Pattern its = RegexQuery.pattern(pattern);
      try {
        // Every group exists in a pattern with an empty alternative, which matches everywhere.
        Pattern.compile("(?:" + pattern + ")|").matcher("").replaceAll(replacement);
      } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
        throw new RulesException(
            "'%s' does not fit '%s' (%s); a $ is written \\$, a group $1"
                .formatted(replacement, pattern, RulesException.oneLine(e)));
      }
      return new Replace(its, replacement);
    }

    @Override
    public Stream<String> apply(Stream<String> texts, WorkBudget budget) {
      return texts.map(text -> replaced(text, budget));
    }

    private String replaced(String text, WorkBudget budget) {
      Matcher matcher = pattern.matcher(new CountedText(text, () -> budget.spend(1)));
      var replaced = new StringBuilder();
      while (matcher.find()) {
        int before = replaced.length();
        matcher.appendReplacement(replaced, replacement);
        budget.keep(replaced.substring(before));
      }
      return matcher.appendTail(replaced).toString();
    }
  }

  /** Makes several texts of each, at a text between them. */
  record Split(String separator) implements TextStep {
    @Override
    public Stream<String> apply(Stream<String> texts, WorkBudget budget) {
      return texts.flatMap(
          text -> Arrays.stream(text.split(Pattern.quote(separator), -1)).map(String::strip));
    }
  }

  /** Makes one text of all, with a text between them. */
  record Join(String separator) implements TextStep {
    @Override
    public Stream<String> apply(Stream<String> texts, WorkBudget budget) {
      return Stream.of(texts.peek(budget::keep).collect(Collectors.joining(separator)));
    }
  }

  /** All steps, one after another. */
  static Stream<String> apply(List<TextStep> steps, Stream<String> texts, WorkBudget budget) {
    Stream<String> changed = texts;
    for (TextStep step : steps) {
      changed = step.apply(changed, budget).filter(text -> !text.isEmpty());
    }
    return changed;
  }
}
