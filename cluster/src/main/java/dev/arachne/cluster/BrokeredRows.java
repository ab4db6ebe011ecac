package dev.arachne.cluster;

import dev.arachne.store.TransactionalStore;

/**
 * The rows of a shard, of which each commit is a transaction of Kafka: it is replicated to as many
 * brokers as the topics require.
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
