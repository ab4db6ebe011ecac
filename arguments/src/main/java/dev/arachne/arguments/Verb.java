package dev.arachne.arguments;

import dev.arachne.arguments.Argument.ArgumentBuilder;
import dev.arachne.options.FileFailure;
import dev.arachne.options.UsageException;
import dev.arachne.terminal.TerminalText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * A verb of the command line: its arguments, its help, and its work. A subclass declares its
 * arguments as fields, in the order of its help: by calls, since to read annotations takes longer
 * than to fetch a page.
 */
public abstract class Verb implements Callable<Integer> {
  private static final Pattern BROKEN_LINE = Pattern.compile("(?m)^(\\S.*[^.\\n])\\n(?=\\S)");

  private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
  private final List<Section> sections = new ArrayList<>();

  private Optional<String> brief = Optional.empty();

  /** The options before all titles. */
  protected final Section options = section("");

  /**
   * A verb without arguments.
   *
   * @param name as it is typed: of a verb below another, both, as in {@code archive ls}
   * @param synopsis the arguments behind its name
   */
  protected Verb(String name, String synopsis, String description) {
    spec.name(name.substring(name.lastIndexOf(' ') + 1));
    spec.usageMessage()
        .customSynopsis("arachne " + name + " " + synopsis)
        .description(description)
        .sortOptions(false);
  }

  /** The section of this title, new or not. */
  public final Section section(String title) {
    for (Section section : sections) {
      if (section.title().equals(title)) {
        return section;
      }
    }
    var section = new Section(spec, title);
    sections.add(section);
    return section;
  }

  /** A parameter that must be typed, behind those declared before. */
  protected final <T> ArgumentBuilder<T> required(String label, ITypeConverter<T> reader) {
    return description ->
        add(parameter(label, "1").type(Object.class).converters(reader).description(description));
  }

  /** The parameter of those verbs that need a crawl which is kept. */
  protected final Argument<Path> directory() {
    return required("DIR", Path::of).help("The directory of the crawl.");
  }

  /** A parameter that may be omitted. */
  protected final <T> ArgumentBuilder<T> optional(String label, ITypeConverter<T> reader) {
    return description ->
        add(
            parameter(label, "0..1")
                .type(Object.class)
                .converters(reader)
                .description(description));
  }

  /** Any number of parameters, behind those declared before. */
  public final ArgumentBuilder<List<String>> many(String label) {
    return description ->
        add(
            parameter(label, "0..*")
                .index(spec.positionalParameters().size() + "..*")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .description(description));
  }

  private PositionalParamSpec.Builder parameter(String label, String arity) {
    return PositionalParamSpec.builder().paramLabel(label).arity(arity).hideParamSyntax(true);
  }

  private <T> Argument<T> add(PositionalParamSpec.Builder builder) {
    boolean needed = builder.arity().min() > 0;
    if (!needed) {
      spec.usageMessage().parameterListHeading("%n");
    }
    PositionalParamSpec parameter = builder.required(needed).build();
    spec.add(parameter);
    return new Argument<>(parameter);
  }

  /** Adds a verb that is typed behind this one. */
  protected final void below(Verb verb) {
    spec.usageMessage().commandListHeading("%nVerbs:%n");
    spec.addSubcommand(verb.name(), verb.commandLine());
  }

  /**
   * Ends the help with {@code text}. Its lines are joined to paragraphs, which fill the terminal. A
   * paragraph ends with a line that ends with a period, and before an empty or indented line.
   */
  protected final void footer(String text) {
    String joined = BROKEN_LINE.matcher(text).replaceAll("$1 ");
    spec.usageMessage().footer(("\n" + joined).split("\n"));
  }

  /**
   * Sets the text that {@code -h} prints, which fits a screen; {@code --help} prints the whole
   * help.
   */
  protected final void brief(String text) {
    brief = Optional.of(text);
  }

  /** The text that {@code -h} prints; empty if it is the same as {@code --help}. */
  public final Optional<String> brief() {
    return brief;
  }

  /** The verb for the library, once all is declared. */
  public final CommandLine commandLine() {
    sections.getLast().help();
    spec.usageMessage()
        .sectionMap()
        .put(
            UsageMessageSpec.SECTION_KEY_OPTION_LIST,
            help -> {
              var text = new StringBuilder();
              sections.forEach(section -> text.append(section.text(help)));
              return text.toString();
            });
    return new CommandLine(spec);
  }

  /** Runs the verb; a mistake of the user, or a failure of I/O, becomes one line. */
  @Override
  public final Integer call() throws Exception {
    try {
      return run();
    } catch (UsageException | TypeConversionException mistake) {
      throw mistake(String.valueOf(mistake.getMessage()));
    } catch (IOException failure) {
      return failed(FileFailure.text(failure));
    }
  }

  /** Does the verb's work; the result is one of the codes of {@link ExitCode}. */
  protected abstract int run() throws Exception;

  /** The verb as it is typed. */
  public final String name() {
    return spec.name();
  }

  /** The verb with the program's name, and with the verb above it. */
  public final String qualifiedName() {
    return spec.qualifiedName();
  }

  /** Standard output, for text. */
  public final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /** The error stream. */
  public final PrintWriter err() {
    return spec.commandLine().getErr();
  }

  /** The library's model of the verb. */
  protected final CommandSpec spec() {
    return spec;
  }

  /** A mistake of the user, with the line that describes it. */
  protected final ParameterException mistake(String text) {
    return new ParameterException(spec.commandLine(), text);
  }

  /** Refuses arguments that begin with a dash: such an option does not exist. */
  protected final void refuseOptions(List<String> arguments) {
    for (String argument : arguments) {
      if (argument.startsWith("-")) {
        throw new UnmatchedArgumentException(spec.commandLine(), List.of(argument));
      }
    }
  }

  /** Prints why the verb failed; returns the exit code. */
  protected final int failed(String text) {
    err().println(spec.qualifiedName() + ": " + TerminalText.escaped(text));
    return ExitCode.FAILED;
  }
}
