/**
 * Crawls as tools of language models: a server of the Model Context Protocol, over standard streams
 * and over HTTP on this machine. {@link dev.arachne.mcp.McpServer} is the protocol without streams
 * and sockets, and {@link dev.arachne.mcp.CrawlTools} has the tools.
 */
@NullMarked
package dev.arachne.mcp;

import org.jspecify.annotations.NullMarked;
