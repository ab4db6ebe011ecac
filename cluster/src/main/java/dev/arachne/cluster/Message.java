package dev.arachne.cluster;

import dev.arachne.ledger.Discovery;
import dev.arachne.store.RowReader;
import dev.arachne.store.RowWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A message to a shard in its partition of the topic of links. */
sealed interface Message {
  /**
   * Links that were sent together. Immutable.
   *
   * @param shard that has sent them
   * @param life of that shard's task, by a random number
   * @param number among the batches of that life
   */
  record Batch(int shard, long life, long number) {}

  /** The discoveries of another shard on hosts of this one. Immutable. */
  record Links(Batch batch, List<Discovery> found) implements Message {
    public Links {
      found = List.copyOf(found);
    }
  }

  /**
   * The receipt for links of this shard: the transaction in which another shard has taken them in
   * was followed by another one of that shard. Immutable.
   */
  record Arrived(List<Batch> batches) implements Message {
    public Arrived {
      batches = List.copyOf(batches);
    }
  }

  /**
   * The greeting that a worker sends itself when it is given the shard. A worker that has received
   * its own greeting has read the partition in this life of the task. So its commits are refused as
   * soon as another worker has the shard.
   */
  record Greeting(long number) implements Message {}

  /**
   * The request of a shard for a turn at a host of this one, for a robots.txt that is redirected
   * there.
   *
   * @param shard that asks
   * @param number of its question
   */
  record TurnAsked(int shard, long number, String host) implements Message {}

  /**
   * The turn that was requested.
   *
   * @param number of the question
   * @param pause from when this is read until the request is to leave
   */
  record TurnGiven(long number, Duration pause) implements Message {}

  /** The value of its record. */
  default byte[] toBytes() {
    var row = new RowWriter(256);
    switch (this) {
      case Links(Batch batch, List<Discovery> found) -> {
        row.octet('L');
        write(row, batch);
        row.number(found.size());
        for (Discovery each : found) {
          row.bytes(each.write(new RowWriter(128)).toBytes());
        }
      }
      case Arrived(List<Batch> batches) -> {
        row.octet('R').number(batches.size());
        batches.forEach(each -> write(row, each));
      }
      case Greeting(long number) -> row.octet('G').fixed(number);
      case TurnAsked(int shard, long number, String host) ->
          row.octet('A').number(shard).fixed(number).text(host);
      case TurnGiven(long number, Duration pause) ->
          row.octet('T').fixed(number).number(pause.toNanos());
    }
    return row.toBytes();
  }

  private static void write(RowWriter row, Batch batch) {
    row.number(batch.shard()).fixed(batch.life()).number(batch.number());
  }

  private static Batch readBatch(RowReader row) {
    return new Batch((int) row.number(), row.fixed(), row.number());
  }

  /** The message in the value of a record. */
  static Message read(byte[] value) {
    var row = new RowReader(value);
    int kind = row.octet();
    return switch (kind) {
      case 'L' -> {
        Batch batch = readBatch(row);
        int number = (int) row.number();
        List<Discovery> found = new ArrayList<>(number);
        for (int i = 0; i < number; i++) {
          found.add(Discovery.read(new RowReader(row.bytes())));
        }
        yield new Links(batch, found);
      }
      case 'R' -> {
        int number = (int) row.number();
        List<Batch> batches = new ArrayList<>(number);
        for (int i = 0; i < number; i++) {
          batches.add(readBatch(row));
        }
        yield new Arrived(batches);
      }
      case 'G' -> new Greeting(row.fixed());
      case 'A' -> new TurnAsked((int) row.number(), row.fixed(), row.text());
      case 'T' -> new TurnGiven(row.fixed(), Duration.ofNanos(row.number()));
      default -> throw new IllegalArgumentException("a message of kind " + kind);
    };
  }
}
