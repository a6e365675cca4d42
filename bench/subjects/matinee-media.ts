// A server process with only our media router: <root> <secret> [accel location]. Prints its port.
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { createMediaRouter } from "../../api/http/media/media-router.ts";

const [root = "", secret = "", accel] = process.argv.slice(2);
const app = new Hono();
app.route("/media", createMediaRouter({ root, secret, accel, clock: { now: () => new Date() } }));
const server = createAdaptorServer({ fetch: app.fetch });
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
// The pipe closes when the parent ends.
process.stdin.on("end", () => process.exit()).resume();
