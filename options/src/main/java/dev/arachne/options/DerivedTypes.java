package dev.arachne.options;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Types of options that are built on other types. Without lambdas, which each start would link. */
final class DerivedTypes {
  private DerivedTypes() {}

  /** A type whose values represent those of another one. */
  record Mapped<A, B>(OptionType<A> type, Function<A, B> to, Function<B, A> from)
      implements OptionType<B> {
    @Override
    public List<String> texts(B value) {
      return type.texts(from.apply(value));
    }

    @Override
    public B read(List<String> texts) {
      return to.apply(type.read(texts));
    }

    @Override
    public B typed(String text) {
      return to.apply(type.typed(text));
    }

    @Override
    public void check(B value) {
      type.check(from.apply(value));
    }

    @Override
    public Shape shape() {
      return type.shape();
    }
  }

  /** Values that may be missing. */
  record Possible<T>(OptionType<T> type) implements OptionType<Optional<T>> {
    @Override
    public List<String> texts(Optional<T> value) {
      return value.isPresent() ? type.texts(value.get()) : List.of();
    }

    @Override
    public Optional<T> read(List<String> texts) {
      return Optional.of(type.read(texts));
    }

    @Override
    public Optional<T> typed(String text) {
      return Optional.of(type.typed(text));
    }

    @Override
    public void check(Optional<T> value) {
      if (value.isPresent()) {
        type.check(value.get());
      }
    }

    @Override
    public Shape shape() {
      return type.shape();
    }
  }
}
