package dev.arachne.http;

import dev.arachne.http.HttpFailure.StaleConnection.Sign;
import dev.arachne.network.LocalShortageException;
import dev.arachne.network.NameServiceException;
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
 * How far an exchange has got: its phase with that phase's deadline, when each phase ended, and
 * what a failure in it means. The one place where exceptions of the network become kinds. Confined
 * to its coroutine.
 */
final class Exchange {

  /** The alert's name in parentheses before the JDK's own words. */
  private static final Pattern ALERT = Pattern.compile("^\\([a-z_]+\\) ");

  private final HttpRequest request;
  private final Timeouts timeouts;
  private final TimeSource time;
  private final Deadline callers;
  private final long begin;

  /** What the exchange itself may take, without its waits for memory. */
  private Deadline own;

  private Deadline whole;
  private long heldUp;
  private Phase phase = Phase.QUEUE;

  // When each phase ended, since the begin; 0 where it was not entered.
  private long connectionNanos;
  private long nameNanos;
  private long connectNanos;
  private long tlsNanos;
  private long sentNanos;
  private long firstByteNanos;

  Exchange(HttpRequest request, Timeouts timeouts, TimeSource time, Deadline deadline) {
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

  /** When it began, on the loop's clock. */
  long begin() {
    return begin;
  }

  /** Ends the phase before, begins this one and says how long it may take. */
  Deadline enter(Phase next) {
    end(time.nanos() - begin);
    phase = next;
    return whole.earlier(Deadline.after(time, timeouts.of(next)));
  }

  /** When the whole exchange is to be over. */
  Deadline end() {
    return whole;
  }

  /** How long the next wait of the present phase may take. */
  Deadline nextWait() {
    return whole.earlier(Deadline.after(time, timeouts.of(phase)));
  }

  /**
   * Holds another {@code more} bytes for the body, if the request has a share. Where that has to
   * wait, no time goes by but that of the caller's deadline: it is not the server's doing.
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
   * Whether the request is to be sent again. Where that has to be waited for, no time goes by but
   * that of the caller's deadline.
   */
  boolean mayBeResent(HttpFailure.StaleConnection stale) {
    return untimed(() -> request.mayBeResent(stale));
  }

  /** The exchange has come on by much: it gets as much time again as it had at the beginning. */
  void renew() {
    own = Deadline.after(time, timeouts.exchange());
    whole = callers.earlier(own);
  }

  /** When the caller wants to have the answer. */
  Deadline callers() {
    return callers;
  }

  /**
   * Does a part of the work that is no doing of the server's: no time goes by but that of the
   * caller's deadline.
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

  /** Whether another {@code more} bytes need no wait; if so, they are held. */
  boolean mayHold(long more) {
    ByteBudget.Share share = request.share();
    return share == null || share.tryGrow(more);
  }

  /** Holds as many bytes as there turn out to be, instead of those held for them. */
  void settle(long held, long there) {
    ByteBudget.Share share = request.share();
    if (share != null) {
      share.settle(held, there);
    }
  }

  /** Gives bytes back that were held. */
  void giveBack(long less) {
    ByteBudget.Share share = request.share();
    if (share != null) {
      share.shrink(less);
    }
  }

  /** All phases so far; one that was not entered ended when the one before it did. */
  Timings timings() {
    long name = Math.max(connectionNanos, nameNanos);
    long connect = Math.max(name, connectNanos);
    long tls = Math.max(connect, tlsNanos);
    return new Timings(
        connectionNanos,
        name,
        connect,
        tls,
        sentNanos,
        firstByteNanos,
        time.nanos() - begin - heldUp);
  }

  private void end(long now) {
    switch (phase) {
      case QUEUE -> connectionNanos = now;
      case NAME -> nameNanos = now;
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

  /** What went wrong, judged by the exception and the phase. */
  HttpException failure(Exception cause) {
    return cause instanceof HttpException known
        ? known
        : new HttpException(request.url(), kind(cause), cause);
  }

  /** The failure of a kept connection that brought no byte of an answer. */
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
      case NameServiceException failed ->
          failed.isOfName()
              ? new HttpFailure.NameUnanswered(request.url().host())
              : new HttpFailure.NamesUnavailable(request.url().host(), text(failed));
      case UnknownHostException _ -> new HttpFailure.NameNotFound(request.url().host());
      case IOException _ when phase == Phase.NAME ->
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

  /** A fault that has a name needs no text of the JDK, which is class names for the most part. */
  private static HttpFailure tlsRefused(SSLException failed) {
    TlsFault fault = tlsFault(failed);
    String detail = fault == TlsFault.HANDSHAKE ? ALERT.matcher(text(failed)).replaceFirst("") : "";
    return new HttpFailure.TlsRefused(fault, detail);
  }

  /** The validators of the JDK say it by exception class, that of a wrong host by the plain one. */
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
