import type { playbackCalls } from "../../contract/playback/playback.ts";
import { reachedBy } from "../domain/playback/access.ts";
import type { AssetReader } from "../domain/playback/media/asset-reader.ts";
import type { MediaOrigin } from "../domain/playback/media/media-origin.ts";
import { listProgress, progressOf, saveProgress, type ProgressDeps } from "../domain/playback/progress.ts";
import { createQualityRecord } from "../domain/playback/record-quality.ts";
import { startCast } from "../domain/playback/start-cast.ts";
import { startPlayback } from "../domain/playback/start-playback.ts";
import type { SettingsStore } from "../domain/service/settings/settings-store.ts";
import type { Count } from "../ports/meter.ts";
import type { Handlers } from "./call-context.ts";
import { signedIn } from "./callers.ts";

export type PlaybackDeps = ProgressDeps & {
  mediaSecret: string;
  assetReader: AssetReader;
  store: SettingsStore;
  origin: MediaOrigin | null;
  sendsRanges: boolean;
  count: Count;
};
type Call = keyof typeof playbackCalls;

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
    "progress/save": async (input, { session, now }) => {
      const { user } = signedIn({ session });
      const right = { reached: reachedBy(user, now), guestWatching: known().guestWatching };
      if (user.recording) await saveProgress(deps, { ...input, uid: user.uid, now, right });
      return {};
    },
    "progress/list": (input, { session, locale }) => {
      const { uid, recording } = signedIn({ session }).user;
      return listProgress(db, { ...input, uid, locale, paused: !recording });
    },
    "progress/of": ({ id }, { session }) => progressOf(db, { uid: signedIn({ session }).user.uid, id }),
  };
}
