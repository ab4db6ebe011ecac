package dev.arachne.http;

import dev.arachne.network.AddressPolicy;
import dev.arachne.network.Channel;
import dev.arachne.network.HappyEyeballs;
import dev.arachne.network.LocalShortageException;
import dev.arachne.network.Resolver;
import dev.arachne.protocol.HttpVersion;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.DeadlineException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.tls.TlsChannel;
import dev.arachne.tls.TlsClient;
import dev.arachne.tls.TlsConnector;
import dev.arachne.url.HostAddress;
import dev.arachne.url.Origin;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Opens connections to origins: names, addresses, proxy, TLS. Confined to one loop. */
final class Connector implements AutoCloseable {

  /** The protocols that a connection may use: ALPN names, the preferred one first (RFC 7301). */
  enum Offer {
    HTTP_1(List.of("http/1.1")),
    EITHER(List.of(H2, "http/1.1")),
    HTTP_2(List.of(H2));

    private final List<String> protocols;

    Offer(List<String> protocols) {
      this.protocols = protocols;
    }
  }

  /** An open channel and its protocol. */
  record Opened(Channel channel, HttpVersion version, Proxy.@Nullable Http proxy) {}

  /** A proxy, and a connection to it. */
  private record Reached(Proxy proxy, Channel channel) {}

  /** A host, without brackets, and a port. */
  private record Place(String host, int port) {}

  private static final String H2 = "h2";

  /** Proxies that a connection may try, one after the other. */
  private static final int MOST_PROXIES = 3;

  private final Resolver resolver;
  private final AddressPolicy policy;
  private final ProxyPlan proxies;
  private final Map<Place, List<InetAddress>> fixed = new HashMap<>();
  private final Optional<InetAddress> from;
  private final TlsClient trust;
  private @Nullable TlsConnector tls;

  private final ProxyRotation turns = new ProxyRotation(EventLoop.current().time());

  Connector(HttpOptions options, Resolver resolver) {
    this.resolver = resolver;
    this.policy = options.addresses();
    this.proxies = options.proxies();
    this.trust = options.tls();
    this.from = options.localAddress();
    options
        .fixedAddresses()
        .forEach(each -> fixed.putIfAbsent(new Place(each.host(), each.port()), each.addresses()));
  }

  /** A new connection to an origin, ready for a request. */
  Opened connect(Origin origin, Offer offer, ExchangeProgress exchange) throws IOException {
    List<Proxy> several = proxies.of(origin);
    @Nullable Proxy proxy = null;
    Channel channel;
    if (several.isEmpty()) {
      channel = direct(origin, exchange);
    } else {
      refusePrivate(origin);
      Reached reached = toOneOf(several, exchange);
      proxy = reached.proxy;
      channel = throughProxy(reached, origin, exchange);
    }
    if (origin.scheme().equals("https")) {
      return secured(channel, origin, offer, exchange.enter(Phase.TLS));
    }
    return new Opened(
        channel,
        offer == Offer.HTTP_2 ? HttpVersion.HTTP_2 : HttpVersion.HTTP_1_1,
        proxy instanceof Proxy.Http http ? http : null);
  }

  private Opened secured(Channel channel, Origin origin, Offer offer, Deadline deadline)
      throws IOException {
    try {
      TlsChannel secured =
          tls(deadline)
              .connect(channel, bare(origin.host()), origin.port(), offer.protocols, deadline);
      boolean isHttp2 = secured.applicationProtocol().equals(H2);
      return new Opened(secured, isHttp2 ? HttpVersion.HTTP_2 : HttpVersion.HTTP_1_1, null);
    } catch (Throwable e) {
      channel.close();
      throw e;
    }
  }

  private Channel direct(Origin origin, ExchangeProgress exchange) throws IOException {
    List<InetAddress> addresses = addresses(origin, exchange.enter(Phase.DNS));
    return HappyEyeballs.connect(addresses, origin.port(), from, exchange.enter(Phase.CONNECT));
  }

  /** The permitted addresses of an origin, at least one. */
  List<InetAddress> addresses(Origin origin, Deadline deadline) throws IOException {
    @Nullable List<InetAddress> given = fixed(bare(origin.host()), origin.port());
    if (given != null) {
      return given;
    }
    List<InetAddress> addresses = resolver.resolve(bare(origin.host()), deadline);
    var permitted = new ArrayList<>(addresses);
    permitted.removeIf(address -> !policy.permits(origin.host(), address));
    if (permitted.isEmpty()) {
      throw new AddressRefusedException(addresses.getFirst());
    }
    return permitted;
  }

  /** Connects to the next reachable proxy, of a few. */
  private Reached toOneOf(List<Proxy> several, ExchangeProgress exchange) throws IOException {
    for (int left = Math.min(several.size(), MOST_PROXIES); ; left--) {
      Proxy proxy = turns.next(several);
      try {
        Channel channel = toProxy(proxy, exchange);
        turns.reached(proxy);
        return new Reached(proxy, channel);
      } catch (ProxyException e) {
        turns.failed(proxy);
        if (left == 1) {
          throw e;
        }
      }
    }
  }

  /** The addresses that the user gave a host; null if they need a DNS lookup. */
  private @Nullable List<InetAddress> fixed(String host, int port) {
    return fixed.isEmpty() ? null : fixed.get(new Place(host, port));
  }

  /** A failure to reach a proxy is not a failure of the origin. */
  private Channel toProxy(Proxy proxy, ExchangeProgress exchange) throws IOException {
    try {
      Deadline patience = exchange.enter(Phase.DNS);
      @Nullable List<InetAddress> given = fixed(proxy.host(), proxy.port());
      List<InetAddress> addresses =
          given == null ? resolver.resolve(proxy.host(), patience) : given;
      return HappyEyeballs.connect(addresses, proxy.port(), from, exchange.enter(Phase.CONNECT));
    } catch (LocalShortageException e) {
      throw e;
    } catch (DeadlineException e) {
      throw new ProxyException("no connection to " + place(proxy) + " in time");
    } catch (IOException e) {
      throw new ProxyException("no connection to " + place(proxy) + ": " + why(e));
    }
  }

  private static String place(Proxy proxy) {
    return proxy.host() + ":" + proxy.port();
  }

  private static String why(IOException e) {
    return switch (e) {
      case UnknownHostException _ -> "the host was not found";
      case ConnectException _ -> "the connection was refused";
      default -> String.valueOf(e.getMessage());
    };
  }

  /** Judges hosts that need no DNS lookup here, for direct and proxied connections alike. */
  private void refusePrivate(Origin origin) throws IOException {
    String host = bare(origin.host());
    boolean isHere = host.equals("localhost") || host.endsWith(".localhost");
    if (isHere || HostAddress.isLiteral(host)) {
      InetAddress address = isHere ? InetAddress.getLoopbackAddress() : InetAddress.ofLiteral(host);
      if (!policy.permits(origin.host(), address)) {
        throw new AddressRefusedException(address);
      }
    }
  }

  private Channel throughProxy(Reached reached, Origin origin, ExchangeProgress exchange)
      throws IOException {
    String scheme = origin.scheme();
    String host = bare(origin.host());
    int port = origin.port();
    Channel channel = reached.channel;
    Deadline deadline = exchange.enter(Phase.CONNECT);
    try {
      switch (reached.proxy) {
        case Proxy.Http http -> {
          if (scheme.equals("https")) {
            HttpTunnel.open(channel, http, host, port, deadline);
          }
        }
        case Proxy.Socks5 socks -> Socks5.open(channel, socks, host, port, deadline);
      }
      return channel;
    } catch (Throwable e) {
      channel.close();
      throw e;
    }
  }

  /** The system's authorities are read from their file at the first request to an https origin. */
  private TlsConnector tls(Deadline deadline) throws SSLException {
    if (tls == null) {
      TlsConnector opened = TlsConnector.open(trust, deadline);
      if (tls == null) {
        tls = opened;
      } else {
        opened.close(); // Another exchange was first.
      }
    }
    return tls;
  }

  @Override
  public void close() {
    if (tls != null) {
      tls.close();
    }
  }

  private static String bare(String host) {
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }
}
