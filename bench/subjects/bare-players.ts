// The pages our player is measured against: <build/client> <media folder> <asset> <settings of hls.js as JSON>. Prints its port.
// Files and films are sent by the same code as the product's, so that pages differ in nothing but the page.
import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { signGrant } from "../../api/domain/media/grant.ts";
import { createMediaRouter } from "../../api/http/media/media-router.ts";

const [clientDir = "", root = "", asset = "", settings = "{}"] = process.argv.slice(2);
const player = readdirSync(join(clientDir, "assets")).find((name) => /^hls-.*\.js$/.test(name));
if (!player) throw new Error("the build has no chunk of hls.js");
const secret = randomBytes(32).toString("base64url");
const expiresAt = new Date(Date.now() + 6 * 3_600_000);
const media = `/media/${signGrant({ asset, subject: "bench", expiresAt }, secret)}/${asset}`;

const page = (body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Film</title>
<link rel="icon" href="data:,"><style>body{margin:0}video{display:block;width:100%;aspect-ratio:16/9;background:#000}</style></head>
<body>${body}</body></html>`;

const app = new Hono();
app.get("/hls", (c) =>
  c.html(
    page(`<video playsinline controls></video><script type="module">
import Hls from "/assets/${player}";
const hls = new Hls(${settings});
hls.loadSource("${media}/master.m3u8");
hls.attachMedia(document.querySelector("video"));
</script>`),
  ),
);
app.get("/native", (c) =>
  c.html(page(`<video playsinline controls preload="none" src="${media}/master.m3u8"></video>`)),
);
app.get("/mp4", (c) =>
  c.html(page(`<video playsinline controls preload="none" src="${media}/progressive.mp4"></video>`)),
);
app.use("/assets/*", serveStatic({ root: clientDir, precompressed: true }));
app.route("/media", createMediaRouter({ root, secret, clock: { now: () => new Date() } }));
serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => console.log(port));
// The pipe ends with whoever started us.
process.stdin.on("end", () => process.exit()).resume();
