package dev.arachne.http;

import dev.arachne.network.AddressPolicy;
import dev.arachne.network.Channel;
import dev.arachne.network.HappyEyeballs;
import dev.arachne.network.Resolver;
import dev.arachne.network.TlsChannel;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskFailedException;
import dev.arachne.url.Origin;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Opens connections to origins: names, addresses, proxy, TLS. Confined to one loop. */
final class Connector {

  private static final List<String> PROTOCOLS = List.of("http/1.1");

  private final Resolver resolver;
  private final AddressPolicy policy;
  private final Optional<Proxy> proxy;
  private @Nullable SSLContext tls;

  Connector(HttpOptions options, Resolver resolver) {
    this.resolver = resolver;
    this.policy = options.addresses();
    this.proxy = options.proxy();
    this.tls = options.tls().orElse(null);
  }

  /** A new connection to an origin, ready for a request. */
  Channel connect(Origin origin, Exchange exchange) throws IOException {
    String host = bare(origin.host());
    Channel channel =
        proxy.isPresent() ? throughProxy(proxy.get(), origin, exchange) : direct(origin, exchange);
    return origin.scheme().equals("https")
        ? secured(channel, host, origin.port(), exchange.enter(Phase.TLS))
        : channel;
  }

  private Channel secured(Channel channel, String host, int port, Deadline deadline)
      throws IOException {
    try {
      return TlsChannel.connect(channel, tls(deadline), host, port, PROTOCOLS, deadline);
    } catch (Throwable e) {
      channel.close();
      throw e;
    }
  }

  private Channel direct(Origin origin, Exchange exchange) throws IOException {
    List<InetAddress> addresses = addresses(origin, exchange.enter(Phase.NAME));
    return HappyEyeballs.connect(addresses, origin.port(), exchange.enter(Phase.CONNECT));
  }

  /** The addresses of an origin that may be asked, at least one. */
  List<InetAddress> addresses(Origin origin, Deadline deadline) throws IOException {
    List<InetAddress> addresses = resolver.resolve(bare(origin.host()), deadline);
    var permitted = new ArrayList<>(addresses);
    permitted.removeIf(address -> !policy.permits(origin.host(), address));
    if (permitted.isEmpty()) {
      throw new AddressRefusedException(addresses.getFirst());
    }
    return permitted;
  }

  /** The user chose the proxy, so its address is not judged; the proxy judges the origin's. */
  private Channel throughProxy(Proxy proxy, Origin origin, Exchange exchange) throws IOException {
    String scheme = origin.scheme();
    String host = bare(origin.host());
    int port = origin.port();
    List<InetAddress> addresses = resolver.resolve(proxy.host(), exchange.enter(Phase.NAME));
    Deadline deadline = exchange.enter(Phase.CONNECT);
    Channel channel = HappyEyeballs.connect(addresses, proxy.port(), deadline);
    try {
      switch (proxy) {
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

  /** The system's authorities are read from their file when the first https origin is asked. */
  private SSLContext tls(Deadline deadline) throws SSLException {
    if (tls == null) {
      try {
        tls =
            EventLoop.current()
                .offload("the authorities for TLS", SSLContext::getDefault, deadline);
      } catch (TaskFailedException e) {
        throw new SSLException("this Java installation has no TLS", e.getCause());
      }
    }
    return tls;
  }

  private static String bare(String host) {
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }
}
