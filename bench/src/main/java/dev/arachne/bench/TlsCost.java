package dev.arachne.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.sun.management.OperatingSystemMXBean;
import dev.arachne.http.Http2;
import dev.arachne.http.HttpClient;
import dev.arachne.http.HttpException;
import dev.arachne.http.HttpOptions;
import dev.arachne.http.HttpRequest;
import dev.arachne.http.HttpResponse;
import dev.arachne.http.PortPolicy;
import dev.arachne.network.AddressPolicy;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskGroup;
import dev.arachne.testkit.TestCertificate;
import dev.arachne.tls.TlsClient;
import dev.arachne.url.CrawlUrl;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Provider;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.conscrypt.Conscrypt;

/**
 * The cost of a fetch for the client, 16 at a time. It is the CPU of the process in microseconds,
 * for COUNT fetches in a new JVM, and for COUNT more after three times as many. Also prints the
 * number of the latter in a second.
 *
 * <pre>TlsCost boringssl|jdk|conscrypt|http1 URL COUNT</pre>
 *
 * <p>All but {@code http1}, which is BoringSSL, speak HTTP/2 where the server does.
 *
 * <p>{@code TlsCost certificates DIRECTORY 0} writes the server's certificate, and that of its
 * authority.
 *
 * <p>{@code bench/tls-cost} starts it, a server, and other clients for comparison.
 */
public final class TlsCost {
  private static final int AT_A_TIME = 16;

  private TlsCost() {}

  public static void main(String[] arguments) throws IOException {
    if (arguments[0].equals("certificates")) {
      Path directory = Path.of(arguments[1]);
      Files.writeString(directory.resolve("server.pem"), TestCertificate.VALID.pem());
      Files.writeString(directory.resolve("authority.pem"), TestCertificate.authorityPem());
      return;
    }
    HttpOptions options =
        HttpOptions.DEFAULT
            .withAddresses(AddressPolicy.ANY)
            .withPorts(PortPolicy.ANY)
            .withConnections(AT_A_TIME, AT_A_TIME)
            .withTls(client(arguments[0]))
            .withHttp2(arguments[0].equals("http1") ? Http2.OFF : Http2.AUTO);
    CrawlUrl url = CrawlUrl.of(arguments[1]);
    int count = Integer.parseInt(arguments[2]);
    EventLoop.run(
        "bench",
        () -> {
          try (var client = new HttpClient(options)) {
            double cold = microsOfEach(client, url, count);
            microsOfEach(client, url, 2 * count);
            long begin = System.nanoTime();
            double warm = microsOfEach(client, url, count);
            double seconds = (System.nanoTime() - begin) / 1e9;
            System.out.printf("%.1f %.1f %.1f%n", cold, warm, count / seconds);
          }
          return "done";
        });
  }

  private static TlsClient client(String engine) {
    return switch (engine) {
      case "boringssl", "http1" -> TlsClient.trusting(TestCertificate.trustManager());
      case "jdk" -> TlsClient.of(TestCertificate.trustingContext());
      case "conscrypt" -> TlsClient.of(conscrypt());
      default -> throw new IllegalArgumentException(engine);
    };
  }

  /** Uses Conscrypt's trust manager: the JDK's does not know all that Conscrypt says of a key. */
  private static SSLContext conscrypt() {
    try (var pem = new ByteArrayInputStream(TestCertificate.authorityPem().getBytes(US_ASCII))) {
      KeyStore trusted = KeyStore.getInstance("PKCS12");
      trusted.load(null, null);
      trusted.setCertificateEntry(
          "authority", CertificateFactory.getInstance("X.509").generateCertificate(pem));
      Provider provider = Conscrypt.newProviderBuilder().provideTrustManager(true).build();
      var trust = TrustManagerFactory.getInstance("PKIX", provider);
      trust.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS", provider);
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static double microsOfEach(HttpClient client, CrawlUrl url, int count) throws Exception {
    long before = cpu();
    int[] left = {count};
    TaskGroup.run(group -> {
      for (int i = 0; i < AT_A_TIME; i++) {
        group.spawn("fetches", () -> fetch(client, url, left));
      }
      return "spawned";
    });
    return (cpu() - before) / 1e3 / count;
  }

  private static String fetch(HttpClient client, CrawlUrl url, int[] left) throws HttpException {
    while (left[0]-- > 0) {
      HttpResponse response = client.fetch(HttpRequest.get(url), Deadline.NEVER);
      if (response.status() != 200) {
        throw new IllegalStateException("status " + response.status());
      }
    }
    return "done";
  }

  private static long cpu() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }
}
