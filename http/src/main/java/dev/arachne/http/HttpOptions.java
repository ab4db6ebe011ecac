package dev.arachne.http;

import dev.arachne.coding.ContentCoding;
import dev.arachne.cookies.CookieJar;
import dev.arachne.network.AddressPolicy;
import dev.arachne.network.DnsCache;
import dev.arachne.network.Resolver;
import dev.arachne.protocol.HttpLimits;
import dev.arachne.protocol.RequestField;
import dev.arachne.tls.TlsClient;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The options of an {@link HttpClient}. Immutable: each method returns a changed copy. */
public final class HttpOptions {

  /** The behaviour without options. */
  public static final HttpOptions DEFAULT = new HttpOptions();

  private String userAgent = "Arachne/0.1";
  private List<RequestField> fields =
      List.of(
          new RequestField(
              "Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"),
          new RequestField("Accept-Encoding", ContentCoding.ACCEPTED));
  private HttpLimits limits = HttpLimits.DEFAULT;
  private Timeouts timeouts = Timeouts.DEFAULT;
  private int connectionsPerOrigin = 6;
  private int connections = 10_000;
  private Duration idleExpiry = Duration.ofSeconds(15);
  private AddressPolicy addresses = AddressPolicy.PUBLIC;
  private PortPolicy ports = PortPolicy.WEB;
  private @Nullable Resolver resolver;
  private TlsClient tls = TlsClient.SYSTEM;
  private ProxyPlan proxies = ProxyPlan.NONE;
  private @Nullable CookieJar cookies;
  private Http2 http2 = Http2.AUTO;
  private @Nullable ByteRate rate;
  private List<FixedAddresses> fixed = List.of();
  private @Nullable InetAddress from;
  private @Nullable StoredAnswers answers;

  private HttpOptions() {}

  private HttpOptions(HttpOptions other) {
    userAgent = other.userAgent;
    fields = other.fields;
    limits = other.limits;
    timeouts = other.timeouts;
    connectionsPerOrigin = other.connectionsPerOrigin;
    connections = other.connections;
    idleExpiry = other.idleExpiry;
    addresses = other.addresses;
    ports = other.ports;
    resolver = other.resolver;
    tls = other.tls;
    proxies = other.proxies;
    cookies = other.cookies;
    http2 = other.http2;
    rate = other.rate;
    fixed = other.fixed;
    from = other.from;
    answers = other.answers;
  }

  /** Sets the User-Agent of the client. */
  public HttpOptions withUserAgent(String userAgent) {
    var copy = new HttpOptions(this);
    copy.userAgent = new RequestField("User-Agent", userAgent).value();
    return copy;
  }

  /** Adds a field to every request; it replaces a field of the same name. */
  public HttpOptions withField(String name, String value) {
    var copy = new HttpOptions(this);
    var more = new ArrayList<>(fields);
    more.removeIf(field -> field.name().equalsIgnoreCase(name));
    more.add(new RequestField(name, value));
    copy.fields = List.copyOf(more);
    return copy;
  }

  /** Sets the limits of a response. */
  public HttpOptions withLimits(HttpLimits limits) {
    var copy = new HttpOptions(this);
    copy.limits = limits;
    return copy;
  }

  /** Sets the timeouts. */
  public HttpOptions withTimeouts(Timeouts timeouts) {
    var copy = new HttpOptions(this);
    copy.timeouts = timeouts;
    return copy;
  }

  /**
   * Sets the maximum number of open connections, busy and idle: to one origin, and in total. Over
   * HTTP/2 it limits the exchanges in progress.
   */
  public HttpOptions withConnections(int perOrigin, int inAll) {
    if (perOrigin < 1 || inAll < 1) {
      throw new IllegalArgumentException("at least one connection is needed");
    }
    var copy = new HttpOptions(this);
    copy.connectionsPerOrigin = perOrigin;
    copy.connections = inAll;
    return copy;
  }

  /** Sets how long an idle connection is kept; it is closed before twice that time. */
  public HttpOptions withIdleExpiry(Duration expiry) {
    var copy = new HttpOptions(this);
    copy.idleExpiry = expiry;
    return copy;
  }

  /** Sets the policy of permitted addresses. */
  public HttpOptions withAddresses(AddressPolicy policy) {
    var copy = new HttpOptions(this);
    copy.addresses = policy;
    return copy;
  }

  /** Sets the policy of permitted ports; without it, {@link PortPolicy#WEB}. */
  public HttpOptions withPorts(PortPolicy policy) {
    var copy = new HttpOptions(this);
    copy.ports = policy;
    return copy;
  }

  /**
   * Sets the DNS resolver; without it, a {@link DnsCache} of the client over its loop's resolver.
   */
  public HttpOptions withResolver(Resolver resolver) {
    var copy = new HttpOptions(this);
    copy.resolver = resolver;
    return copy;
  }

  /** Sets the certificates that TLS trusts; without it, {@link TlsClient#SYSTEM}. */
  public HttpOptions withTls(TlsClient client) {
    var copy = new HttpOptions(this);
    copy.tls = client;
    return copy;
  }

  /** Sets a proxy for every connection, which also resolves the names. */
  public HttpOptions withProxy(Proxy proxy) {
    List<Proxy> always = List.of(proxy);
    return withProxies(_ -> always);
  }

  /** Sets a plan of proxies for connections, which also resolve the names. */
  public HttpOptions withProxies(ProxyPlan plan) {
    var copy = new HttpOptions(this);
    copy.proxies = plan;
    return copy;
  }

  /** Sets the jar that cookies are kept in and sent from; without it there are no cookies. */
  public HttpOptions withCookies(CookieJar jar) {
    var copy = new HttpOptions(this);
    copy.cookies = jar;
    return copy;
  }

  /** Sets the use of HTTP/2; without it, {@link Http2#AUTO}. */
  public HttpOptions withHttp2(Http2 policy) {
    var copy = new HttpOptions(this);
    copy.http2 = policy;
    return copy;
  }

  /** Sets the rate limit of all responses together. */
  public HttpOptions withRate(ByteRate rate) {
    var copy = new HttpOptions(this);
    copy.rate = rate;
    return copy;
  }

  /**
   * Sets the addresses of connections to these hosts and ports, proxies included, regardless of
   * {@link #withAddresses}. Of several for a host and port the first counts. DNS lookups of a proxy
   * are not affected.
   */
  public HttpOptions withFixedAddresses(List<FixedAddresses> fixed) {
    var copy = new HttpOptions(this);
    copy.fixed = List.copyOf(fixed);
    return copy;
  }

  /**
   * Sets the local address of connections; without it, the system chooses one. Hosts that have only
   * addresses of another family cannot be reached then.
   */
  public HttpOptions withLocalAddress(InetAddress address) {
    var copy = new HttpOptions(this);
    copy.from = address;
    return copy;
  }

  /**
   * Sets stored answers that replace all hosts: there are no DNS lookups and no connections, and
   * the options for these have no effect.
   */
  public HttpOptions withAnswers(StoredAnswers stored) {
    var copy = new HttpOptions(this);
    copy.answers = stored;
    return copy;
  }

  /** The limits of a response. */
  public HttpLimits limits() {
    return limits;
  }

  /** The timeout of each phase. */
  public Timeouts timeouts() {
    return timeouts;
  }

  /** The User-Agent of the client. */
  public String userAgent() {
    return userAgent;
  }

  List<RequestField> commonFields() {
    var all = new ArrayList<RequestField>();
    all.add(new RequestField("User-Agent", userAgent));
    all.addAll(fields);
    return all;
  }

  int connectionsPerOrigin() {
    return connectionsPerOrigin;
  }

  int connections() {
    return connections;
  }

  Duration idleExpiry() {
    return idleExpiry;
  }

  AddressPolicy addresses() {
    return addresses;
  }

  PortPolicy ports() {
    return ports;
  }

  Optional<Resolver> resolver() {
    return Optional.ofNullable(resolver);
  }

  TlsClient tls() {
    return tls;
  }

  Optional<CookieJar> cookies() {
    return Optional.ofNullable(cookies);
  }

  Http2 http2() {
    return http2;
  }

  Optional<ByteRate> rate() {
    return Optional.ofNullable(rate);
  }

  List<FixedAddresses> fixedAddresses() {
    return fixed;
  }

  Optional<InetAddress> localAddress() {
    return Optional.ofNullable(from);
  }

  Optional<StoredAnswers> answers() {
    return Optional.ofNullable(answers);
  }

  ProxyPlan proxies() {
    return proxies;
  }
}
