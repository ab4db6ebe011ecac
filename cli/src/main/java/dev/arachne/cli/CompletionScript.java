package dev.arachne.cli;

import dev.arachne.cli.Grammar.Entry;
import dev.arachne.cli.Grammar.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Completion scripts for shells. */
final class CompletionScript {
  private CompletionScript() {}

  /** The script for bash: verbs, options, then files. */
  static String bash(Grammar grammar) {
    var script =
        new StringBuilder(
            """
            # bash completion for arachne
            _arachne() {
              local cur=${COMP_WORDS[COMP_CWORD]} verb="" word
              for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
                case $word in
                  -*) ;;
                  *) [ -z "$verb" ] && verb=$word && break ;;
                esac
              done
              if [ -z "$verb" ]; then
                COMPREPLY=($(compgen -W "VERBS --help --version" -- "$cur"))
                return
              fi
              local options="" below=""
              case $verb in
            """
                .replace("VERBS", names(grammar.first())));
    for (Entry verb : grammar.first()) {
      script.append("    %s) options=\"%s\"".formatted(verb.name(), options(grammar, verb)));
      if (!grammar.below(verb).isEmpty()) {
        script.append(" below=\"%s\"".formatted(belows(grammar, verb)));
      }
      script.append(" ;;\n");
    }
    return script
        .append(
            """
              esac
              case $cur in
                -*) COMPREPLY=($(compgen -W "$options" -- "$cur")) ;;
                *) COMPREPLY=($(compgen -W "$below" -- "$cur") $(compgen -f -- "$cur")) ;;
              esac
            }
            complete -o filenames -F _arachne arachne
            """)
        .toString();
  }

  /** The script for zsh: verbs and options with their purposes, then files. */
  static String zsh(Grammar grammar) {
    var script =
        new StringBuilder(
            """
            #compdef arachne
            _arachne() {
              local -a verbs options below
              verbs=(
            """);
    for (Entry verb : grammar.first()) {
      script.append("    ").append(described(verb.name(), verb.text())).append('\n');
    }
    script.append(
        """
          )
          local verb=${words[2]}
          if (( CURRENT == 2 )); then
            _describe -t verbs 'verb' verbs
            return
          fi
          case $verb in
        """);
    for (Entry verb : grammar.first()) {
      script.append("    %s)\n      options=(\n".formatted(verb.name()));
      List<Entry> all = new ArrayList<>(List.of(verb));
      all.addAll(grammar.below(verb));
      for (Entry each : all) {
        for (Option option : each.options()) {
          for (String name : option.names()) {
            script.append("        ").append(described(name, option.summary())).append('\n');
          }
        }
      }
      script.append("      )\n");
      if (!grammar.below(verb).isEmpty()) {
        script.append("      below=(%s)\n".formatted(belows(grammar, verb)));
      }
      script.append("      ;;\n");
    }
    return script
        .append(
            """
              esac
              if [[ $words[CURRENT] == -* ]]; then
                _describe -o -t options 'option' options
              else
                (( $#below )) && _describe -t verbs 'verb' below
                _files
              fi
            }
            if [ "$funcstack[1]" = "_arachne" ]; then _arachne "$@"; else compdef _arachne arachne; fi
            """)
        .toString();
  }

  /** The script for fish: verbs and options with their purposes. */
  static String fish(Grammar grammar) {
    var script = new StringBuilder("# fish completion for arachne\n");
    for (Entry verb : grammar.first()) {
      script.append(
          "complete -c arachne -n __fish_use_subcommand -f -a %s -d %s\n"
              .formatted(verb.name(), quoted(verb.text())));
    }
    for (Entry verb : grammar.verbs()) {
      String first = verb.name().split(" ", -1)[0];
      if (!first.equals(verb.name())) {
        script.append(
            "complete -c arachne -n '__fish_seen_subcommand_from %s' -f -a %s -d %s\n"
                .formatted(first, verb.name().substring(first.length() + 1), quoted(verb.text())));
      }
      for (Option option : verb.options()) {
        script.append("complete -c arachne -n '__fish_seen_subcommand_from %s'".formatted(first));
        for (String name : option.names()) {
          script
              .append(name.startsWith("--") ? " -l " : name.length() == 2 ? " -s " : " -o ")
              .append(name.replaceFirst("^--?", ""));
        }
        script.append(option.label().isEmpty() ? "" : " -r");
        script.append(" -d ").append(quoted(option.summary())).append('\n');
      }
    }
    return script.toString();
  }

  private static String names(List<Entry> verbs) {
    return verbs.stream().map(Entry::name).collect(Collectors.joining(" "));
  }

  private static String belows(Grammar grammar, Entry verb) {
    return grammar.below(verb).stream()
        .map(each -> each.name().substring(verb.name().length() + 1))
        .collect(Collectors.joining(" "));
  }

  /** All options of a verb and of those below it. */
  private static String options(Grammar grammar, Entry verb) {
    List<Entry> all = new ArrayList<>(List.of(verb));
    all.addAll(grammar.below(verb));
    return all.stream()
        .flatMap(each -> each.options().stream())
        .flatMap(option -> option.names().stream())
        .distinct()
        .collect(Collectors.joining(" "));
  }

  private static String described(String name, String text) {
    return quoted(name.replace(":", "\\:") + ":" + text);
  }

  /**
   * Quotes a word for each of the three shells: within single quotes every character is literal.
   */
  private static String quoted(String text) {
    return "'" + text.replace("\\", "").replace("'", "’") + "'";
  }
}
