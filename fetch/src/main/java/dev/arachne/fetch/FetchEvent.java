package dev.arachne.fetch;

import dev.arachne.http.HttpException;
import dev.arachne.http.HttpResponse;
import dev.arachne.http.Timings;
import dev.arachne.url.CrawlUrl;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/**
 * A request and its answer in a flight recording, also of a robots.txt. Do not load this class
 * before {@link dev.arachne.runtime.FlightRecording} allows it.
 */
@Name("dev.arachne.Fetch")
@Label("Fetch")
@Description("A request and its answer, or why there was none")
@Category({"Arachne", "Fetch"})
@StackTrace(false)
final class FetchEvent extends Event {
  @Label("URL")
  String url = "";

  @Label("Status")
  @Description("0 if there was no answer")
  int status;

  @Label("Failure")
  @Description("Why there was no answer; empty if there was one")
  String failure = "";

  @Label("Received")
  @DataAmount
  long received;

  @Label("Use of Connection")
  @Description("1 for the first exchange on its connection, 2 for the next")
  int connectionUse;

  @Label("Wait for Connection")
  @Timespan
  long queued;

  @Label("Resolve")
  @Timespan
  long resolve;

  @Label("Connect")
  @Timespan
  long connect;

  @Label("TLS")
  @Timespan
  long tls;

  @Label("First Byte")
  @Description("From the request to the first byte of its answer")
  @Timespan
  long firstByte;

  @Label("Body")
  @Description("From the first byte of the answer to its last")
  @Timespan
  long body;

  /** Returns an event that begins now. */
  static FetchEvent begun() {
    var event = new FetchEvent();
    event.begin();
    return event;
  }

  void answered(HttpResponse response) {
    end();
    if (shouldCommit()) {
      Timings its = response.timings();
      url = response.url().toString();
      status = response.status();
      received = response.wireBytes();
      connectionUse = response.connectionUse();
      queued = its.acquiredNanos();
      resolve = its.dnsNanos() - its.acquiredNanos();
      connect = its.connectNanos() - its.dnsNanos();
      tls = its.tlsNanos() - its.connectNanos();
      firstByte = its.firstByteNanos() - its.sentNanos();
      body = its.totalNanos() - its.firstByteNanos();
      commit();
    }
  }

  void failed(CrawlUrl asked, HttpException why) {
    end();
    if (shouldCommit()) {
      url = asked.toString();
      failure = why.failure().text();
      commit();
    }
  }
}
