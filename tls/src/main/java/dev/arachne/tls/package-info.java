/**
 * TLS over channels, for clients that talk to very many servers.
 *
 * <p>Start with a {@link dev.arachne.tls.TlsClient}, which defines the trust, and a {@link
 * dev.arachne.tls.TlsConnector} for each loop, which makes {@link dev.arachne.tls.TlsChannel}s. The
 * protocol is spoken by BoringSSL, and by the JDK where there is no library of it for the machine.
 *
 * <p>Threading: connectors and channels are confined to their loop; clients are immutable.
 *
 * <p>Errors: a {@link javax.net.ssl.SSLException}; for a peer that sends more than its content
 * needs, a {@link dev.arachne.tls.TlsExcessException}.
 */
@NullMarked
package dev.arachne.tls;

import org.jspecify.annotations.NullMarked;
