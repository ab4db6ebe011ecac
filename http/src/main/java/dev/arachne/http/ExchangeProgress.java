package dev.arachne.http;

import dev.arachne.http.HttpFailure.StaleConnection.Sign;
import dev.arachne.network.DnsException;
import dev.arachne.network.LocalShortageException;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.DeadlineException;
import dev.arachne.runtime.TimeSource;
import dev.arachne.tls.ClientCertificateException;
import dev.arachne.tls.TlsExcessException;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * The progress of an exchange: its phase and that phase's deadline, the end of each phase, and the
 * meaning of a failure in it. Only this class turns exceptions of the network into kinds. Confined
 * to its coroutine.
 */
final class ExchangeProgress {

  /** The alert's name in parentheses before the JDK's own words. */
  private static final Pattern ALERT = Pattern.compile("^\\([a-z_]+\\) ");

  private final HttpRequest request;
  private final Timeouts timeouts;
  private final TimeSource time;
  private final Deadline callers;
  private final long begin;

  /** The deadline of the exchange itself, without its waits for memory. */
  private Deadline own;

  private Deadline whole;
  private long heldUp;
  private Phase phase = Phase.QUEUE;

  // The end of each phase, since the begin; 0 if it was not entered.
  private long acquiredNanos;
  private long dnsNanos;
  private long connectNanos;
  private long tlsNanos;
  private long sentNanos;
  private long firstByteNanos;

  ExchangeProgress(HttpRequest request, Timeouts timeouts, TimeSource time, Deadline deadline) {
    this.request = request;
    this.timeouts = timeouts;
    this.time = time;
    this.begin = time.nanos();
    this.callers = deadline;
    this.own = Deadline.after(time, timeouts.exchange());
    this.whole = deadline.earlier(own);
  }

  HttpRequest request() {
    return request;
  }

  /** The time of its begin, on the loop's clock. */
  long begin() {
    return begin;
  }

  /** Ends the phase before and begins {@code next}; returns its deadline. */
  Deadline enter(Phase next) {
    end(time.nanos() - begin);
    phase = next;
    return whole.earlier(Deadline.after(time, timeouts.of(next)));
  }

  /** The deadline of the whole exchange. */
  Deadline end() {
    return whole;
  }

  /** The time limit for the next wait of the present phase. */
  Deadline nextWait() {
    return whole.earlier(Deadline.after(time, timeouts.of(phase)));
  }

  /**
   * Holds another {@code more} bytes for the body, if the request has a share. While that waits,
   * only the caller's deadline advances: the server does not cause this wait.
   */
  void hold(long more) {
    ByteBudget.Share share = request.share();
    if (share == null || share.tryGrow(more)) {
      return;
    }
    untimed(() -> {
      share.grow(more);
      return more;
    });
  }

  /**
   * Whether the request is to be sent again. While that waits, only the caller's deadline advances.
   */
  boolean mayBeResent(HttpFailure.StaleConnection stale) {
    return untimed(() -> request.mayBeResent(stale));
  }

  /** Restarts the time of an exchange that has made much progress. */
  void renew() {
    own = Deadline.after(time, timeouts.exchange());
    whole = callers.earlier(own);
  }

  /** The deadline of the caller. */
  Deadline callers() {
    return callers;
  }

  /**
   * Runs a part of the work that does not depend on the server: only the caller's deadline
   * advances.
   */
  <T> T untimed(Supplier<T> part) {
    long before = time.nanos();
    long left = own.remainingNanos();
    T result = part.get();
    heldUp += time.nanos() - before;
    own = Deadline.after(time, Duration.ofNanos(Math.max(0, left)));
    whole = callers.earlier(own);
    return result;
  }

  /** Holds {@code more} bytes if that needs no wait; returns whether it does. */
  boolean mayHold(long more) {
    ByteBudget.Share share = request.share();
    return share == null || share.tryGrow(more);
  }

  /** Holds the actual number of bytes, instead of those held for them. */
  void settle(long held, long there) {
    ByteBudget.Share share = request.share();
    if (share != null) {
      share.settle(held, there);
    }
  }

  /** Releases held bytes. */
  void giveBack(long less) {
    ByteBudget.Share share = request.share();
    if (share != null) {
      share.shrink(less);
    }
  }

  /** The end of each phase until now; a phase that was not entered ended with the one before it. */
  Timings timings() {
    long name = Math.max(acquiredNanos, dnsNanos);
    long connect = Math.max(name, connectNanos);
    long tls = Math.max(connect, tlsNanos);
    return new Timings(
        acquiredNanos,
        name,
        connect,
        tls,
        sentNanos,
        firstByteNanos,
        time.nanos() - begin - heldUp);
  }

  private void end(long now) {
    switch (phase) {
      case QUEUE -> acquiredNanos = now;
      case DNS -> dnsNanos = now;
      case CONNECT -> connectNanos = now;
      case TLS -> tlsNanos = now;
      case SEND -> sentNanos = now;
      case FIRST_BYTE -> firstByteNanos = now;
      case BETWEEN_BYTES, EXCHANGE -> {}
    }
  }

  HttpException failure(HttpFailure failure) {
    return new HttpException(request.url(), failure);
  }

  /** The failure, judged by the exception and the phase. */
  HttpException failure(Exception cause) {
    return cause instanceof HttpException known
        ? known
        : new HttpException(request.url(), kind(cause), cause);
  }

  /** The failure of a kept connection that did not return a byte of a response. */
  HttpException stale(IOException cause) {
    return cause instanceof HttpException known
            && known.failure() instanceof HttpFailure.StaleConnection
        ? known
        : new HttpException(request.url(), new HttpFailure.StaleConnection(Sign.ENDED), cause);
  }

  private HttpFailure kind(Exception cause) {
    return switch (cause) {
      case DeadlineException _ ->
          new HttpFailure.TimedOut(
              phase == Phase.BETWEEN_BYTES && whole.hasPassed() ? Phase.EXCHANGE : phase);
      case StoredAnswerException stored -> stored.failure();
      case Http2BrokenException broken -> new HttpFailure.Http2Broken(broken.rule());
      case AddressRefusedException refused -> new HttpFailure.AddressRefused(refused.address());
      case ProxyException refused -> new HttpFailure.ProxyRefused(refused.detail());
      case LocalShortageException lack -> new HttpFailure.Shortage(lack.resource(), text(lack));
      case DnsException failed ->
          failed.isOfName()
              ? new HttpFailure.NameUnanswered(request.url().host())
              : new HttpFailure.NamesUnavailable(request.url().host(), text(failed));
      case UnknownHostException _ -> new HttpFailure.NameNotFound(request.url().host());
      case IOException _ when phase == Phase.DNS ->
          new HttpFailure.NamesUnavailable(request.url().host(), text(cause));
      case ConnectException _ -> new HttpFailure.ConnectionRefused();
      case SocketException _ when phase == Phase.CONNECT -> new HttpFailure.Unreachable();
      case TlsExcessException excess -> new HttpFailure.TlsRefused(TlsFault.EXCESS, text(excess));
      case ClientCertificateException unwanted ->
          new HttpFailure.TlsRefused(TlsFault.CLIENT_CERTIFICATE, text(unwanted));
      case SSLException failed -> tlsRefused(failed);
      case ClosedChannelException _ -> new HttpFailure.ClientClosed();
      case IOException _ when phase == Phase.TLS ->
          new HttpFailure.TlsRefused(TlsFault.CUT, text(cause));
      case EOFException _ when phase.compareTo(Phase.TLS) > 0 -> new HttpFailure.ClosedEarly();
      case IOException _ when phase.compareTo(Phase.TLS) > 0 -> new HttpFailure.Reset();
      default -> new HttpFailure.Other(text(cause));
    };
  }

  /** A named fault needs no text of the JDK, which mostly consists of class names. */
  private static HttpFailure tlsRefused(SSLException failed) {
    TlsFault fault = tlsFault(failed);
    String detail = fault == TlsFault.HANDSHAKE ? ALERT.matcher(text(failed)).replaceFirst("") : "";
    return new HttpFailure.TlsRefused(fault, detail);
  }

  /**
   * The JDK's validators tell faults apart by exception class; a wrong host has the plain class.
   */
  private static TlsFault tlsFault(SSLException failed) {
    TlsFault fault = TlsFault.HANDSHAKE;
    for (@Nullable Throwable e = failed; e != null; e = e.getCause()) {
      if (e instanceof CertificateExpiredException
          || reason(e) == CertPathValidatorException.BasicReason.EXPIRED) {
        return TlsFault.EXPIRED;
      }
      if (e instanceof CertificateNotYetValidException
          || reason(e) == CertPathValidatorException.BasicReason.NOT_YET_VALID) {
        return TlsFault.NOT_YET_VALID;
      }
      if (e instanceof CertPathBuilderException || e instanceof CertPathValidatorException) {
        fault = TlsFault.UNTRUSTED;
      } else if (e.getClass() == CertificateException.class) {
        fault = TlsFault.WRONG_HOST;
      }
    }
    return fault;
  }

  private static CertPathValidatorException.@Nullable Reason reason(Throwable e) {
    return e instanceof CertPathValidatorException path ? path.getReason() : null;
  }

  private static String text(Throwable e) {
    String message = e.getMessage();
    return message == null ? e.getClass().getSimpleName().toLowerCase(Locale.ROOT) : message;
  }
}
