import { Hono } from "hono";
import { localeOf } from "../../contract/locales.ts";
import { createAssetReader } from "../domain/playback/media/asset-reader.ts";
import { createCdnOrigin, type MediaOrigin } from "../domain/playback/media/media-origin.ts";
import { previewUrl } from "../domain/playback/media/preview-url.ts";
import { createRenditionSlices } from "../domain/playback/media/rendition-slices.ts";
import { servedAsset } from "../domain/playback/media/served-master.ts";
import { createWithheldAssets } from "../domain/playback/media/withheld-assets.ts";
import { createEpisodeFacts } from "../domain/playback/progress.ts";
import { createDeliveryRecorder } from "../domain/playback/record-delivery.ts";
import { createEntitlementCheck } from "../domain/playback/entitlement-check.ts";
import { createDeliveryStreams } from "../domain/playback/streams/delivery-streams.ts";
import type { StreamLimit } from "../domain/playback/streams/renew-stream.ts";
import { viewerOf } from "../domain/playback/viewer.ts";
import type { ProgressBatch } from "../domain/playback/progress-batch.ts";
import { createJoinedFinder } from "../http/media/find-joined.ts";
import { createMediaRouter } from "../http/media/media-router.ts";
import { createElsewhereServer } from "../http/media/serve-elsewhere.ts";
import { createMasterServer } from "../http/media/serve-master.ts";
import { createPartServer } from "../http/media/serve-part.ts";
import { createPlaybackHandlers } from "../http/playback.ts";
import type { Kernel } from "./kernel.ts";
import type { Service } from "./service.ts";

export type Playback = ReturnType<typeof composePlayback>;

/** Wires who may watch, and the delivery of media. */
export function composePlayback(
  kernel: Kernel,
  { store }: Service,
  { batch, mostStreams }: { batch: ProgressBatch; mostStreams: StreamLimit },
) {
  const { options, db, clock, places, mediaSecret, onBug, onAway } = kernel;
  const { assetStore, mediaDir, serveVideos, assetSource } = places;
  const assetReader = createAssetReader(assetStore);
  const onError = (error: unknown) => onBug(error, "media");
  const withheld = createWithheldAssets({ db, onError });
  const slices = createRenditionSlices({
    assetStore,
    isInSegments: (asset) => withheld.isInSegments(asset, clock.now()),
  });
  const streams = { db, mostOf: mostStreams };
  const entitlements = createEntitlementCheck({ db, streams: createDeliveryStreams(streams), onError });
  const facts = createEpisodeFacts(db);
  const progress = { db, batch, facts };
  const origin = originOf(kernel);
  /** Others than this server send whole files, and parts that viewers choose. */
  const sendsRanges = origin !== null || options.mediaAccel !== undefined;
  const record = createDeliveryRecorder({ ...progress, onError: (error) => onBug(error, "delivery") });
  return {
    assetReader,
    /** What is remembered of the catalogue is looked up again. */
    forgetMovies() {
      withheld.forget();
      facts.forget();
    },
    previewUrl: (of: { uid: string; asset: string; now: Date }) => previewUrl(mediaSecret, of),
    /** What users may watch is looked up again. */
    forgetUsers: entitlements.forget,
    handlers: createPlaybackHandlers({
      ...progress,
      ...streams,
      mediaSecret,
      assetReader,
      store,
      origin,
      sendsRanges,
      count: kernel.count,
    }),
    routes: new Hono().route(
      "/media",
      createMediaRouter({
        root: mediaDir,
        serve: serveVideos,
        secret: mediaSecret,
        clock,
        accel: options.mediaAccel,
        mayWatch: entitlements.mayWatch,
        isWithheld: withheld.isWithheld,
        parts: {
          of: (subject) => viewerOf(subject).part,
          serve: createPartServer({ assetStore, clock, source: assetSource, slices, onAway }),
        },
        isDirect(subject) {
          const { tracked, part, receiver } = viewerOf(subject);
          return !tracked && !part && !receiver;
        },
        isForReceiver: (subject) => viewerOf(subject).receiver !== null,
        joined: { find: createJoinedFinder({ assetStore, slices, onAway }), ranges: sendsRanges },
        master: createMasterServer({
          assetStore,
          // Without the database the stored playlist plays as well.
          factsOf: (asset) => servedAsset(db, asset).catch((error: unknown) => (onError(error), null)),
          onAway,
        }),
        elsewhere: origin ? createElsewhereServer({ origin, assetStore, onAway }) : undefined,
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

/** @returns null when this server serves the media of movies itself, or a proxy in front of it */
function originOf({ options: { mediaOrigin }, places }: Kernel): MediaOrigin | null {
  if (!mediaOrigin) return null;
  return mediaOrigin.kind === "cdn"
    ? createCdnOrigin(mediaOrigin)
    : { whole: null, file: places.linkToMedia! };
}

/** `360p/seg_00012.m4s` → 12 */
function segmentOf(path: string): number {
  return Number(/seg_(\d+)\.m4s$/.exec(path)?.[1] ?? 0);
}
