package dev.arachne.cluster;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongBiFunction;
import java.util.stream.Collectors;
import org.apache.kafka.streams.errors.TaskAssignmentException;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.assignment.ApplicationState;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsAssignment;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsAssignment.AssignedTask;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsState;
import org.apache.kafka.streams.processor.assignment.ProcessId;
import org.apache.kafka.streams.processor.assignment.TaskAssignor;
import org.apache.kafka.streams.processor.assignment.assignors.StickyTaskAssignor;

/**
 * Which worker has which shards, and copies of which others. The shards of a worker stay there when
 * another one is lost, as {@link StickyTaskAssignor} has it. Those of the lost one go to workers
 * with copies that are up to date: the copies of each worker's shards are spread over all others,
 * so that every survivor can take its part. Streams makes it by its name, for each assignment.
 */
public final class ShardAssignor implements TaskAssignor {
  private final StickyTaskAssignor sticky = new StickyTaskAssignor();

  /** An assignor without state. */
  public ShardAssignor() {}

  @Override
  public TaskAssignment assign(ApplicationState state) {
    SortedMap<ProcessId, Set<TaskId>> owned = new TreeMap<>();
    for (KafkaStreamsAssignment each : sticky.assign(state).assignment()) {
      owned.put(
          each.processId(),
          each.tasks().values().stream()
              .filter(task -> task.type() == AssignedTask.Type.ACTIVE)
              .map(AssignedTask::id)
              .collect(Collectors.toCollection(TreeSet::new)));
    }
    Collection<KafkaStreamsState> processes = state.kafkaStreamsStates(false).values();
    Set<TaskId> lost = new TreeSet<>(state.allTasks().keySet());
    Map<ProcessId, Set<TaskId>> copied = new HashMap<>();
    for (KafkaStreamsState each : processes) {
      lost.removeAll(each.previousActiveTasks());
      copied.put(each.processId(), each.previousStandbyTasks());
    }
    if (!lost.isEmpty()) {
      try {
        Map<ProcessId, KafkaStreamsState> lags = state.kafkaStreamsStates(true);
        toCopies(owned, lost, (process, task) -> requireNonNull(lags.get(process)).lagFor(task));
      } catch (TaskAssignmentException e) {
        // The brokers do not say which copies are up to date; any worker can have these shards.
      }
    }
    var copies = Copies.of(owned, copied, state.assignmentConfigs().numStandbyReplicas());
    List<KafkaStreamsAssignment> all = new ArrayList<>();
    owned.forEach((process, tasks) -> {
      Set<AssignedTask> its = new HashSet<>();
      tasks.forEach(task -> its.add(new AssignedTask(task, AssignedTask.Type.ACTIVE)));
      copies
          .getOrDefault(process, Set.of())
          .forEach(task -> its.add(new AssignedTask(task, AssignedTask.Type.STANDBY)));
      all.add(KafkaStreamsAssignment.of(process, its));
    });
    return new TaskAssignment(all);
  }

  /**
   * Gives shards that were lost to the workers whose copies lack least; each worker has as many as
   * before.
   *
   * @param owned the shards of each worker, those that were lost among them
   * @param lag records that the copy of a worker lacks; all of them, if it has none
   */
  static <W extends Comparable<W>, S extends Comparable<S>> void toCopies(
      SortedMap<W, Set<S>> owned, Set<S> lost, ToLongBiFunction<W, S> lag) {
    /** A way to give a shard to a worker. */
    record Choice<W, S>(W worker, S shard, long lag) {}
    Map<W, Integer> room = new HashMap<>();
    List<Choice<W, S>> choices = new ArrayList<>();
    owned.forEach((worker, its) -> {
      int before = its.size();
      its.removeAll(lost);
      room.put(worker, before - its.size());
      lost.forEach(
          shard -> choices.add(new Choice<>(worker, shard, lag.applyAsLong(worker, shard))));
    });
    choices.sort(Comparator.comparingLong(Choice::lag));
    Set<S> left = new HashSet<>(lost);
    for (Choice<W, S> each : choices) {
      if (left.contains(each.shard) && room.getOrDefault(each.worker, 0) > 0) {
        left.remove(each.shard);
        room.merge(each.worker, -1, Integer::sum);
        owned.getOrDefault(each.worker, Set.of()).add(each.shard);
      }
    }
  }

  /**
   * The places of copies.
   *
   * @param <W> workers
   * @param <S> shards
   */
  static final class Copies<W extends Comparable<W>, S> {
    private final SortedMap<W, Set<S>> owned;
    private final Map<W, Set<S>> before;
    private final Map<W, Set<S>> placed = new TreeMap<>();

    private Copies(SortedMap<W, Set<S>> owned, Map<W, Set<S>> before) {
      this.owned = owned;
      this.before = before;
      owned.keySet().forEach(worker -> placed.put(worker, new HashSet<>()));
    }

    /**
     * The shards of which each worker is to have a copy. A copy stays where it is, unless that
     * worker would then have more copies of one owner's shards than its part.
     *
     * @param owned the shards of each worker
     * @param before the copies that workers have now
     * @param count copies of each shard; fewer if there are fewer other workers
     */
    static <W extends Comparable<W>, S> Map<W, Set<S>> of(
        SortedMap<W, Set<S>> owned, Map<W, Set<S>> before, int count) {
      var copies = new Copies<>(owned, before);
      int others = owned.size() - 1;
      if (others > 0) {
        int number = Math.min(count, others);
        copies.keep(number);
        copies.add(number);
      }
      return copies.placed;
    }

    /** Keeps the part of each worker that all can have. */
    private void keep(int number) {
      owned.forEach((owner, its) -> {
        int part = its.size() * number / (owned.size() - 1);
        for (S shard : its) {
          for (W worker : owned.keySet()) {
            if (!worker.equals(owner)
                && hadBefore(worker, shard)
                && count(shard) < number
                && shared(owner, worker) < part) {
              copiesAt(worker).add(shard);
            }
          }
        }
      });
    }

    private void add(int number) {
      owned.forEach((owner, its) -> {
        for (S shard : its) {
          while (count(shard) < number) {
            W best =
                owned.keySet().stream()
                    .filter(worker -> !worker.equals(owner) && !copiesAt(worker).contains(shard))
                    .min(
                        Comparator.<W>comparingLong(worker -> shared(owner, worker))
                            .thenComparing(worker -> !hadBefore(worker, shard))
                            .thenComparing(worker -> copiesAt(worker).size()))
                    .orElseThrow();
            copiesAt(best).add(shard);
          }
        }
      });
    }

    private boolean hadBefore(W worker, S shard) {
      return before.getOrDefault(worker, Set.of()).contains(shard);
    }

    private Set<S> copiesAt(W worker) {
      return placed.getOrDefault(worker, Set.of());
    }

    /** Copies of a shard that are placed. */
    private long count(S shard) {
      return placed.values().stream().filter(its -> its.contains(shard)).count();
    }

    /** Shards of an owner of which a worker is to have a copy. */
    private long shared(W owner, W worker) {
      return owned.getOrDefault(owner, Set.of()).stream()
          .filter(copiesAt(worker)::contains)
          .count();
    }
  }
}
