package dev.arachne.frontier;

import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A question that is answered in its batch. Afterwards the answer is for the thread that asked.
 * Mutable.
 */
final class ShardQuestion<T> implements ShardRequest {
  private final Function<FrontierShard, T> asked;
  private @Nullable T answer;

  ShardQuestion(Function<FrontierShard, T> asked) {
    this.asked = asked;
  }

  @Override
  public void tell(ShardDriver driver) {
    answer = asked.apply(driver.shard());
  }

  T answer() {
    return Objects.requireNonNull(answer);
  }
}
