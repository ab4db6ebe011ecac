package dev.arachne.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The options of a verb in its help: its own first, then each mixin's under the mixin's name. (The
 * library's argument groups would print such headings too, but they lose values: an option that is
 * given twice empties the other options of its group.)
 */
final class OptionSections {
  private OptionSections() {}

  /** The sections, aligned with each other. */
  static String render(Help help) {
    CommandSpec verb = help.commandSpec();
    List<OptionSpec> own = new ArrayList<>(verb.options());
    verb.mixins().values().forEach(mixin -> own.removeAll(mixin.options()));
    var text = new StringBuilder(section(own, help));
    verb.mixins()
        .forEach((name, mixin) ->
            text.append("%n%s:%n".formatted(name)).append(section(mixin.options(), help)));
    return text.toString();
  }

  private static String section(List<OptionSpec> options, Help help) {
    Help.Layout layout =
        help.createDefaultLayout(help.commandSpec().options(), List.of(), help.colorScheme());
    layout.addOptions(options, help.createDefaultParamLabelRenderer());
    return layout.toString();
  }
}
