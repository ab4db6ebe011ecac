package dev.arachne.cli;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.ExitCode;
import dev.arachne.arguments.Values;
import dev.arachne.arguments.Verb;

/** {@code arachne completion SHELL}: a script that completes verbs and options. */
final class CompletionCommand extends Verb {
  private final Argument<Shell> shell =
      required("SHELL", Values.oneOf(Shell.class)).help("bash, zsh or fish.");

  /** Shells that complete arguments. */
  private enum Shell {
    BASH,
    ZSH,
    FISH
  }

  CompletionCommand() {
    super("completion", "SHELL", "Prints a script that completes verbs and options in a shell.");
    footer(
        """
        Examples:
          arachne completion bash > ~/.local/share/bash-completion/completions/arachne
          arachne completion zsh > "${fpath[1]}/_arachne"
          arachne completion fish > ~/.config/fish/completions/arachne.fish
        """);
  }

  @Override
  protected int run() {
    var grammar = Grammar.of(Arachne.grammar());
    out()
        .print(
            switch (shell.typed()) {
              case BASH -> CompletionScript.bash(grammar);
              case ZSH -> CompletionScript.zsh(grammar);
              case FISH -> CompletionScript.fish(grammar);
            });
    out().flush();
    return ExitCode.DONE;
  }
}
