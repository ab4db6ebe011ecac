package dev.arachne.cluster;

import dev.arachne.arguments.Verb;
import dev.arachne.terminal.Streams;

/** {@code arachne cluster VERB}: one crawl by many machines. */
final class ClusterVerb extends Verb {
  ClusterVerb(Streams streams) {
    super("cluster", "VERB [OPTION]...", "Crawls with many machines, beside a Kafka.");
    below(new StartVerb());
    below(new BeginVerb());
    below(new StatusVerb());
    below(new DashboardVerb());
    below(
        new WillVerb(
            "pause", "No request of a crawl starts any more, until resume.", Orders.Will.PAUSE));
    below(new WillVerb("resume", "Ends a pause, or what stop did.", Orders.Will.RUN));
    below(new WillVerb("stop", "Ends the workers of a crawl, in order.", Orders.Will.STOP));
    below(new WhyVerb());
    below(new SearchVerb(streams));
    below(new AuditVerb());
    below(new ImportVerb());
    below(new ExportVerb());
    footer(
        """
        Examples:
          arachne cluster crawl news https://example.com/ --delay 1 --bootstrap kafka:9092
          arachne cluster start --name news --bootstrap kafka:9092     on each machine
          arachne cluster status news --bootstrap kafka:9092
        """);
  }

  @Override
  protected int run() {
    throw mistake(
        "no verb; use arachne cluster start, crawl, status, dashboard, pause, resume, stop, why, search,"
            + " audit, import or export");
  }
}
