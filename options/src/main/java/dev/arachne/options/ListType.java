package dev.arachne.options;

import java.util.List;

/**
 * The type of a list; of an option that was typed several times it has all values, in order.
 *
 * @param <E> the type of the elements
 */
interface ListType<E> extends OptionType<List<E>> {
  @Override
  default List<E> joined(List<List<E>> values) {
    return values.stream().flatMap(List::stream).toList();
  }

  @Override
  default Shape shape() {
    return Shape.LIST;
  }
}
