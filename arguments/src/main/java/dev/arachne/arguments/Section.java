package dev.arachne.arguments;

import dev.arachne.arguments.Argument.ArgumentBuilder;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Help;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Options of a verb under a title in its help, in the order in which they are declared. (The
 * library's argument groups would print such titles too, but they lose values: an option that is
 * given twice empties the other options of its group.)
 */
public final class Section {
  private final CommandSpec verb;
  private final String title;
  private final List<OptionSpec> options = new ArrayList<>();

  /**
   * An empty section of {@code verb}.
   *
   * @param title empty for the options before all titles
   */
  public Section(CommandSpec verb, String title) {
    this.verb = verb;
    this.title = title;
  }

  String title() {
    return title;
  }

  /**
   * A flag without a value. One called {@code --no-x} has an opposite, {@code --x}.
   *
   * @param names the spellings, with blanks between; messages use the first long one
   */
  public ArgumentBuilder<Boolean> flag(String names) {
    return description ->
        add(
            option(names)
                .type(Boolean.class)
                .negatable(names.startsWith("--no-"))
                .description(description));
  }

  /** A flag that may be given several times, which means the same as once. */
  public ArgumentBuilder<List<Boolean>> repeatableFlag(String names) {
    return description ->
        add(
            option(names)
                .type(List.class)
                .auxiliaryTypes(Boolean.class)
                .arity("0")
                .description(description));
  }

  /** An option with a value that {@code reader} makes of the text. */
  public <T> ArgumentBuilder<T> option(String names, String label, ITypeConverter<T> reader) {
    return description -> add(one(names, label, reader).description(description));
  }

  /** An option with a value, or with none, for which {@code reader} gets an empty text. */
  public <T> ArgumentBuilder<T> possibleOption(
      String names, String label, ITypeConverter<T> reader) {
    return description ->
        add(one(names, label, reader).arity("0..1").fallbackValue("").description(description));
  }

  /** An option that may be given several times, each time with a value. */
  public <T> ArgumentBuilder<List<T>> options(
      String names, String label, ITypeConverter<T> reader) {
    return description -> add(many(names, label, reader).description(description));
  }

  /** An option that may be given several times, each time with values and commas between them. */
  public <T> ArgumentBuilder<List<T>> lists(String names, String label, ITypeConverter<T> reader) {
    return description -> add(many(names, label, reader).splitRegex(",").description(description));
  }

  private static OptionSpec.Builder one(String names, String label, ITypeConverter<?> reader) {
    return option(names).type(Object.class).paramLabel(label).converters(reader);
  }

  private static OptionSpec.Builder many(String names, String label, ITypeConverter<?> reader) {
    return option(names)
        .type(List.class)
        .auxiliaryTypes(Object.class)
        .paramLabel(label)
        .converters(reader);
  }

  private static OptionSpec.Builder option(String names) {
    return OptionSpec.builder(names.split(" "));
  }

  /** The flag that every verb has. */
  public void help() {
    add(
        option("-h --help")
            .type(boolean.class)
            .usageHelp(true)
            .description("Help; where -h is a summary, --help has all."));
  }

  private <T> Argument<T> add(OptionSpec.Builder builder) {
    OptionSpec option = builder.build();
    options.add(option);
    verb.add(option);
    return new Argument<>(option);
  }

  /** The section as help shows it, aligned with the other sections of its verb. */
  String text(Help help) {
    Help.Layout layout =
        help.createDefaultLayout(help.commandSpec().options(), List.of(), help.colorScheme());
    layout.addOptions(options, help.createDefaultParamLabelRenderer());
    return (title.isEmpty() ? "" : "%n%s:%n".formatted(title)) + layout;
  }
}
