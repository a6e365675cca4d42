// The pages our player is compared with: <hls.js> <media folder> <asset> <settings of hls.js as JSON> <what early playback
// needs to know, as JSON>. Prints its port.
// The product's own code sends the movies. hls.js is the package's own full build, in brotli: ours is smaller, which
// counts in favour of our page.
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { signGrant } from "../../api/domain/playback/media/grant.ts";
import { createMediaRouter } from "../../api/http/media/media-router.ts";
import { startEarlyPlayback } from "../../app/performance/early-playback.ts";

const [player = "", root = "", asset = "", settings = "{}", episode = "{}"] = process.argv.slice(2);
const script = brotliCompressSync(readFileSync(player));
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
    page(`<video playsinline controls></video><script src="/hls.js"></script><script>
const hls = new Hls(${settings});
hls.loadSource("${media}/master.m3u8");
hls.attachMedia(document.querySelector("video"));
</script>`),
  ),
);
// The paths within the folder of the media, under this server's own grant.
const early = episode
  .replaceAll(new RegExp(`/media/[^/"]+/${asset}(?=/)`, "g"), media)
  .replaceAll("<", "\\u003c");
app.get("/source", (c) =>
  c.html(
    page(`<video playsinline controls preload="none"></video><script>
(${startEarlyPlayback})(${early}).attach(document.querySelector("video"));
</script>`),
  ),
);
app.get("/empty", (c) => c.html(page("")));
app.get("/native", (c) =>
  c.html(page(`<video playsinline controls preload="none" src="${media}/master.m3u8"></video>`)),
);
app.get("/mp4", (c) =>
  c.html(page(`<video playsinline controls preload="none" src="${media}/progressive.mp4"></video>`)),
);
app.get("/hls.js", (c) =>
  c.body(script, 200, { "Content-Type": "text/javascript; charset=utf-8", "Content-Encoding": "br" }),
);
app.route("/media", createMediaRouter({ root, secret, clock: { now: () => new Date() } }));
serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => console.log(port));
// The pipe closes when the parent ends.
process.stdin.on("end", () => process.exit()).resume();
