package dev.arachne.cluster;

import dev.arachne.store.TransactionalStore;

/**
 * The rows of a shard, of which each commit is a transaction of Kafka: the brokers have it then, as
 * many as the topics ask for.
 */
interface BrokeredRows extends TransactionalStore {
  @Override
  default boolean outlivesProcess() {
    return true;
  }

  @Override
  default void sync() {}

  @Override
  default boolean syncsCommits() {
    return true;
  }

  @Override
  default boolean isBlocking() {
    return true;
  }

  @Override
  default long diskBytes() {
    return 0;
  }
}
