// A bare Hono app that answers each path with its given text: <file of {path: body} as JSON>. Prints its port.
import { readFileSync } from "node:fs";
import { serve } from "@hono/node-server";
import { Hono } from "hono";

const app = new Hono();
for (const [path, body] of Object.entries(JSON.parse(readFileSync(process.argv[2], "utf8")))) {
  app.get(path, (c) => c.body(body, 200, { "Content-Type": "application/json; charset=utf-8" }));
}
serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => console.log(port));
// The pipe closes when the parent ends.
process.stdin.on("end", () => process.exit()).resume();
