import { Hono } from "hono";
import { localeOf } from "../../contract/locales.ts";
import { createAssetShelf } from "../domain/playback/media/asset-shelf.ts";
import { createWithheldAssets } from "../domain/playback/media/withheld-assets.ts";
import { createDeliveryRecorder } from "../domain/playback/record-delivery.ts";
import { createRightToWatch } from "../domain/playback/right-to-watch.ts";
import { viewerOf } from "../domain/playback/viewer.ts";
import { createMediaRouter } from "../http/media/media-router.ts";
import { createPartServer } from "../http/media/serve-part.ts";
import { createPlaybackHandlers } from "../http/playback.ts";
import type { Kernel } from "./kernel.ts";
import type { Service } from "./service.ts";

export type Playback = ReturnType<typeof composePlayback>;

/** Wires who may watch, and the delivery of media. */
export function composePlayback(kernel: Kernel, { store }: Service) {
  const { options, db, clock, places, mediaSecret, onBug, onAway } = kernel;
  const { films, mediaDir, serveFilms, filmSource } = places;
  const shelf = createAssetShelf(films);
  const onError = (error: unknown) => onBug(error, "media");
  const withheld = createWithheldAssets({ db, onError });
  const record = createDeliveryRecorder({ db, onError: (error) => onBug(error, "delivery") });
  return {
    shelf,
    /** Which movies are deleted is looked up again. */
    forgetWithheld: withheld.forget,
    handlers: createPlaybackHandlers({ db, mediaSecret, shelf, store }),
    routes: new Hono().route(
      "/media",
      createMediaRouter({
        root: mediaDir,
        serve: serveFilms,
        secret: mediaSecret,
        clock,
        accel: options.mediaAccel,
        mayWatch: createRightToWatch({ db, onError }),
        isWithheld: withheld.isWithheld,
        parts: {
          of: (subject) => viewerOf(subject).part,
          serve: createPartServer({ films, clock, source: filmSource, onAway }),
        },
        mayShare: (subject) => viewerOf(subject).level === "free",
        onSegment: ({ grant, path, userAgent, acceptLanguage }) =>
          record({
            subject: grant.subject,
            asset: grant.asset,
            segment: segmentOf(path),
            at: clock.now(),
            userAgent,
            locale: localeOf(acceptLanguage),
          }),
      }),
    ),
  };
}

/** `360p/seg_00012.m4s` → 12 */
function segmentOf(path: string): number {
  return Number(/seg_(\d+)\.m4s$/.exec(path)?.[1] ?? 0);
}
