// A server process with only our media router: <root> <secret> <JSON of how it delivers>. Prints its port. `/cpu`
// answers the microseconds of processor time that it has used.
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { createPlaces, type StorageSettings } from "../../api/compose/storage.ts";
import type { AddressSigning } from "../../api/domain/playback/media/sign-address.ts";
import { createCdnOrigin, type MediaOrigin } from "../../api/domain/playback/media/media-origin.ts";
import { createMediaRouter } from "../../api/http/media/media-router.ts";
import { createElsewhereServer } from "../../api/http/media/serve-elsewhere.ts";

/** Media in a bucket or in `root`, sent by this server or from elsewhere. */
export type Delivery = {
  storage?: StorageSettings;
  origin?: "bucket" | { url: string; signing: AddressSigning };
};

const [root = "", secret = "", how = "{}"] = process.argv.slice(2);
const { storage, origin } = JSON.parse(how) as Delivery;
const clock = { now: () => new Date() };
const onAway = (error: unknown) => {
  throw error;
};
const places = createPlaces({ settings: storage, dataDir: root, secret, clock, onAway });
const { assetStore, mediaDir, serveVideos, linkToMedia } = places;
const there: MediaOrigin | null =
  origin === "bucket" ? { whole: null, file: linkToMedia! } : origin ? createCdnOrigin(origin) : null;
const elsewhere = there ? createElsewhereServer({ origin: there, assetStore, onAway }) : undefined;
const app = new Hono();
app.get("/cpu", (c) => {
  const { user, system } = process.cpuUsage();
  return c.text(String(user + system));
});
app.route(
  "/media",
  createMediaRouter({ root: mediaDir, serve: serveVideos, secret, clock, isDirect: () => true, elsewhere }),
);
const server = createAdaptorServer({ fetch: app.fetch });
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
// The pipe closes when the parent ends.
process.stdin.on("end", () => process.exit()).resume();
