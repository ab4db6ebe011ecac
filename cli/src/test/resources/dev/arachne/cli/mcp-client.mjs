// Talks to a server by the official SDK, and prints what came of it as one object of JSON.
//
//   node mcp-client.mjs SDK URL PAGE COMMAND...     over standard streams
//   node mcp-client.mjs SDK URL PAGE http://...     over HTTP
//
// SDK is the directory in which npm has installed @modelcontextprotocol/sdk, URL is to be crawled, PAGE is one of its pages.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [sdk, url, page, ...server] = process.argv.slice(2);
const require = createRequire(sdk + "/");
const load = (name) => import(pathToFileURL(require.resolve("@modelcontextprotocol/sdk/" + name)));
const { Client } = await load("client/index.js");
const { StdioClientTransport } = await load("client/stdio.js");
const { StreamableHTTPClientTransport } = await load("client/streamableHttp.js");

const transport = server[0].startsWith("http:")
  ? new StreamableHTTPClientTransport(new URL(server[0]))
  : new StdioClientTransport({ command: server[0], args: server.slice(1) });
const client = new Client({ name: "test", version: "1" });
await client.connect(transport);
const call = (name, args) => client.callTool({ name, arguments: args });
const told = {
  server: client.getServerVersion().name,
  tools: (await client.listTools()).tools.map((tool) => tool.name),
  crawl: await call("crawl", { url, maxPages: 20 }),
  status: await call("status", {}),
  read: await call("read", { url: page }),
  links: await call("links", { url }),
  search: await call("search", { query: "paragraph" }),
  why: await call("why", { url: page }),
  wrongType: await call("crawl", { url: 5 }),
  unknownPage: await call("read", { url: url + "none" }),
};
try {
  await call("nothing", {});
} catch (e) {
  told.unknownTool = e.code;
}
await client.close();
console.log(JSON.stringify(told));
