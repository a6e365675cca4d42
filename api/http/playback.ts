import type { playbackCalls } from "../../contract/playback/playback.ts";
import type { streamCalls } from "../../contract/playback/streams.ts";
import { reachedBy } from "../domain/playback/access.ts";
import type { AssetReader } from "../domain/playback/media/asset-reader.ts";
import type { MediaOrigin } from "../domain/playback/media/media-origin.ts";
import { listProgress, progressOf, saveProgress, type ProgressDeps } from "../domain/playback/progress.ts";
import { createQualityRecord } from "../domain/playback/record-quality.ts";
import { startCast } from "../domain/playback/start-cast.ts";
import { startPlayback } from "../domain/playback/start-playback.ts";
import { listStreams, stopStream } from "../domain/playback/streams/open-streams.ts";
import { endStream, renewStream, type StreamDeps } from "../domain/playback/streams/renew-stream.ts";
import type { SettingsStore } from "../domain/service/settings/settings-store.ts";
import type { Count } from "../ports/meter.ts";
import type { Handlers } from "./call-context.ts";
import { signedIn } from "./callers.ts";

export type PlaybackDeps = ProgressDeps &
  StreamDeps & {
    mediaSecret: string;
    assetReader: AssetReader;
    store: SettingsStore;
    origin: MediaOrigin | null;
    sendsRanges: boolean;
    count: Count;
  };
type Call = keyof typeof playbackCalls | keyof typeof streamCalls;

/** Playing an episode, and the place in it. */
export function createPlaybackHandlers(deps: PlaybackDeps): Pick<Handlers, Call> {
  const { db } = deps;
  const known = () => deps.store.known().values;
  const keepQuality = createQualityRecord(db, deps.count);
  return {
    "playback/start": ({ id, index = 1 }, { session, locale, now }) =>
      startPlayback({ ...deps, settings: known() }, { id, index, session, locale, now }),
    "playback/cast": ({ id, index = 1 }, { session, now }) =>
      startCast({ ...deps, settings: known() }, { id, index, session, now }),
    "playback/quality": async (input, { now, userAgent }) => {
      await keepQuality({ ...input, userAgent, now });
      return {};
    },
    "progress/save": async (input, { session, ageLimit, now }) => {
      const { viewer } = signedIn({ session });
      const right = { reached: reachedBy(viewer, now), guestWatching: known().guestWatching, ageLimit };
      if (viewer.recording) await saveProgress(deps, { ...input, uid: viewer.uid, now, right });
      return {};
    },
    "progress/list": (input, { session, locale, ageLimit }) => {
      const { uid, recording } = signedIn({ session }).viewer;
      return listProgress(db, { ...input, uid, locale, ageLimit, paused: !recording });
    },
    "progress/of": ({ id }, { session }) => progressOf(db, { uid: signedIn({ session }).viewer.uid, id }),
    "stream/renew": (input, { session, ageLimit, now }) => {
      const { user, tokenHash } = signedIn({ session });
      const { guestWatching } = known();
      return renewStream({ ...deps, guestWatching }, { ...input, user, session: tokenHash, ageLimit, now });
    },
    "stream/end": async ({ player }, { session }) => {
      const { user, tokenHash } = signedIn({ session });
      await endStream(db, { uid: user.uid, session: tokenHash, player });
      return {};
    },
    "stream/list": (_input, { session, locale, ageLimit, now }) => {
      const { user, tokenHash } = signedIn({ session });
      return listStreams(deps, { uid: user.uid, session: tokenHash, locale, ageLimit, now });
    },
    "stream/stop": async ({ id }, { session, now }) => {
      await stopStream(db, { uid: signedIn({ session }).user.uid, id, now });
      return {};
    },
  };
}
