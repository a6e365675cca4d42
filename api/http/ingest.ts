import type { adminCaptionCalls } from "../../contract/ingest/admin-captions.ts";
import type { adminCueCalls } from "../../contract/ingest/admin-cues.ts";
import type { adminEncodingCalls } from "../../contract/ingest/admin-encoding.ts";
import type { adminJobCalls } from "../../contract/ingest/admin-jobs.ts";
import type { adminMagnetCalls } from "../../contract/ingest/admin-magnets.ts";
import type { adminSoundCalls } from "../../contract/ingest/admin-sounds.ts";
import type { adminSubtitleCalls } from "../../contract/ingest/admin-subtitles.ts";
import type { adminTmdbCalls } from "../../contract/ingest/admin-tmdb.ts";
import type { filmUploadCalls } from "../../contract/ingest/film-upload.ts";
import type { uploadFormCalls } from "../../contract/ingest/upload-form.ts";
import type { Db } from "../db/client.ts";
import type { Jobs } from "../db/jobs.ts";
import { deviceId } from "../domain/accounts/identity/devices.ts";
import type { CatalogueCache } from "../domain/catalogue/catalogue-cache.ts";
import { cancelCaptioning, retryCaptioning } from "../domain/ingest/captions/change-captioning.ts";
import { startCaptioning } from "../domain/ingest/captions/start-captioning.ts";
import {
  cancelEncoding,
  pauseEncoding,
  prioritiseEncoding,
  resumeEncoding,
  retryEncoding,
} from "../domain/ingest/encoding/change-encoding.ts";
import { listEncodings, readEncoding } from "../domain/ingest/encoding/read-encodings.ts";
import { startEncoding } from "../domain/ingest/encoding/start-encoding.ts";
import { listJobs } from "../domain/ingest/jobs/list-jobs.ts";
import { addMagnets } from "../domain/ingest/magnets/add-magnets.ts";
import { changeMagnet } from "../domain/ingest/magnets/change-magnet.ts";
import { chooseFiles } from "../domain/ingest/magnets/choose-files.ts";
import { readService, type ServiceDeps } from "../domain/ingest/magnets/magnet-service.ts";
import { listMagnets, readMagnet } from "../domain/ingest/magnets/read-magnets.ts";
import { listSounds, saveSounds } from "../domain/ingest/sounds/admin-sounds.ts";
import {
  addSubtitles,
  listSubtitles,
  removeSubtitles,
  renameSubtitles,
  shiftSubtitles,
  subtitleFile,
} from "../domain/ingest/subtitles/admin-subtitles.ts";
import { addCue, checkSubtitles, listCues, saveCues } from "../domain/ingest/subtitles/edit-cues.ts";
import { dismissSidecars, retrySidecars } from "../domain/ingest/subtitles/change-sidecars.ts";
import { compareTmdb } from "../domain/ingest/tmdb/compare-tmdb.ts";
import { fillFromTmdb } from "../domain/ingest/tmdb/fill-tmdb.ts";
import { searchTmdb } from "../domain/ingest/tmdb/search-tmdb.ts";
import { mayUpload } from "../domain/ingest/uploads/authorise-upload.ts";
import {
  beginUpload,
  cancelUpload,
  completeUpload,
  readParts,
  signParts,
} from "../domain/ingest/uploads/send-in-parts.ts";
import { Failure } from "../domain/kernel/failure.ts";
import { checkKey } from "../domain/service/files/keep-file.ts";
import {
  pictureMaxBytes,
  uploadMaxBytes,
  type SettingsStore,
} from "../domain/service/settings/settings-store.ts";
import type { Files } from "../ports/files.ts";
import type { MovieSource } from "../ports/movie-source.ts";
import type { Pictures } from "../ports/pictures.ts";
import type { Storage } from "../ports/storage.ts";
import type { CallContext, Handlers } from "./call-context.ts";
import { adminOf, byAdmin, signedIn } from "./callers.ts";

export type IngestDeps = {
  db: Db;
  jobs: Jobs;
  storage: Storage;
  cache: CatalogueCache;
  assetStore: Files;
  artwork: Files;
  pictures: Pictures;
  store: SettingsStore;
  source: MovieSource;
  /** Shows movies whose texts were written, and lets the search find them. */
  showMovies: () => void;
  /** Signs the names of uploads in parts. */
  secret: string;
  /** A program is set up that makes captions. */
  makesCaptions: boolean;
  /** `allows`: whether an address may be connected to. `wake`: has a worker look at the magnets now. */
  magnets: ServiceDeps & { allows: (host: string) => boolean; wake: () => Promise<void> };
};
type Call = keyof (typeof uploadFormCalls &
  typeof filmUploadCalls &
  typeof adminSoundCalls &
  typeof adminSubtitleCalls &
  typeof adminCaptionCalls &
  typeof adminCueCalls &
  typeof adminEncodingCalls &
  typeof adminMagnetCalls &
  typeof adminTmdbCalls &
  typeof adminJobCalls);

/** A magnet, and how the service fares that downloads it. */
async function readOne({ db, magnets }: Pick<IngestDeps, "db" | "magnets">, id: string) {
  return { magnet: await readMagnet(db, { id }), service: await readService(magnets) };
}

/** Files that are sent, videos made of them, subtitles and magnets. The work itself is a worker's. */
export function createIngestHandlers(deps: IngestDeps): Pick<Handlers, Call> {
  const { db, magnets, store } = deps;
  const magnetDeps = { db, ...magnets };
  const one = (id: string) => readOne(deps, id);
  const woken = async <T>(writing: Promise<T>): Promise<T> => {
    const answer = await writing;
    await magnets.wake();
    return answer;
  };
  /** After a write: visitors are given nothing that was there before. */
  const seen = async <T>(writing: Promise<T>): Promise<T> => {
    const answer = await writing;
    deps.cache.clear();
    return answer;
  };
  const by = (context: CallContext) => ({ uid: adminOf(context).uid });
  return {
    "oss/form": async (input, { session, now }) => {
      const { user, tokenHash } = signedIn({ session });
      const { key, purpose = "any" } = input;
      if (!mayUpload(user, purpose)) throw new Failure("forbidden");
      if (key) checkKey(key, { purpose });
      const maxBytes = (purpose === "any" ? uploadMaxBytes : pictureMaxBytes)(store.known().values);
      const device = deviceId(tokenHash);
      return deps.storage.presign({ uid: user.uid, session: device, maxBytes, purpose, key, now });
    },
    "z/upload/begin": (input, context) =>
      beginUpload(deps, { ...input, ...by(context), maxBytes: uploadMaxBytes(store.known().values) }),
    "z/upload/parts": (input, context) => readParts(deps, { ...input, ...by(context) }),
    "z/upload/sign": (input, context) => signParts(deps, { ...input, ...by(context) }),
    "z/upload/complete": (input, context) =>
      completeUpload(deps, { ...input, ...by(context), now: context.now }),
    "z/upload/cancel": (input, context) => cancelUpload(deps, { ...input, ...by(context) }),
    "z/sound/list": (input, { locale }) => listSounds(deps, { ...input, locale }),
    "z/sound/save": (input, context) => seen(saveSounds(deps, { ...input, ...byAdmin(context) })),
    "z/subtitle/save": (input, context) => seen(renameSubtitles(deps, { ...input, ...byAdmin(context) })),
    "z/subtitle/delete": (input, context) => seen(removeSubtitles(deps, { ...input, ...byAdmin(context) })),
    "z/subtitle/list": (input) => listSubtitles(deps, input),
    "z/subtitle/file": (input) => subtitleFile(deps, input),
    "z/subtitle/add": (input, context) => seen(addSubtitles(deps, { ...input, ...byAdmin(context) })),
    "z/subtitle/shift": (input, context) => seen(shiftSubtitles(deps, { ...input, ...byAdmin(context) })),
    "z/subtitle/retry": (input, context) => seen(retrySidecars(deps, { ...input, ...byAdmin(context) })),
    "z/subtitle/dismiss": (input, context) => dismissSidecars(db, { ...input, ...byAdmin(context) }),
    "z/job/list": (input, { locale }) => listJobs(deps, { ...input, locale }),
    "z/encoding/list": (input) => listEncodings(db, input),
    "z/encoding/detail": (input) => readEncoding(db, input),
    "z/encoding/start": ({ movie, priority = 0, ...input }, context) =>
      startEncoding(deps, { ...input, id: movie, priority, ...byAdmin(context) }),
    "z/encoding/pause": (input, context) => pauseEncoding(deps, { ...input, ...byAdmin(context) }),
    "z/encoding/resume": (input, context) => resumeEncoding(deps, { ...input, ...byAdmin(context) }),
    "z/encoding/retry": (input, context) => retryEncoding(deps, { ...input, ...byAdmin(context) }),
    "z/encoding/cancel": async (input, context) => {
      const answer = await cancelEncoding(deps, { ...input, ...byAdmin(context) });
      // Its preview could be watched until now.
      deps.cache.clear();
      return answer;
    },
    "z/encoding/priority": (input, context) => prioritiseEncoding(deps, { ...input, ...byAdmin(context) }),
    ...captionHandlers(deps, seen),
    ...tmdbHandlers(deps),
    "z/magnet/list": async (input) => ({
      ...(await listMagnets(db, input)),
      service: await readService(magnets),
    }),
    "z/magnet/read": ({ id }) => one(id),
    "z/magnet/add": async (input, context) => ({
      lines: await woken(addMagnets(magnetDeps, { ...input, ...byAdmin(context) })),
      service: await readService(magnets),
    }),
    "z/magnet/choose": async (input, context) => {
      await woken(chooseFiles(magnetDeps, { ...input, ...byAdmin(context) }));
      return one(input.id);
    },
    "z/magnet/change": async (input, context) => {
      await woken(changeMagnet(magnetDeps, { ...input, ...byAdmin(context) }));
      if (input.action !== "remove") return one(input.id);
      return { magnet: null, service: await readService(magnets) };
    },
  };
}

/** Captions that a program makes, and subtitles line by line. */
function captionHandlers(
  deps: IngestDeps,
  seen: <T>(writing: Promise<T>) => Promise<T>,
): Pick<Handlers, keyof typeof adminCaptionCalls | keyof typeof adminCueCalls> {
  return {
    "z/captions/start": (input, context) => startCaptioning(deps, { ...input, ...byAdmin(context) }),
    "z/captions/retry": (input, context) => retryCaptioning(deps, { ...input, ...byAdmin(context) }),
    "z/captions/cancel": (input, context) => cancelCaptioning(deps, { ...input, ...byAdmin(context) }),
    "z/cue/list": (input) => listCues(deps, input),
    "z/cue/save": (input, context) => seen(saveCues(deps, { ...input, ...byAdmin(context) })),
    "z/cue/add": (input, context) => seen(addCue(deps, { ...input, ...byAdmin(context) })),
    "z/subtitle/check": (input, context) => seen(checkSubtitles(deps, { ...input, ...byAdmin(context) })),
  };
}

/** Titles filled in from another database. */
function tmdbHandlers(deps: IngestDeps): Pick<Handlers, keyof typeof adminTmdbCalls> {
  return {
    "z/tmdb/search": (input, { locale }) => searchTmdb(deps, { ...input, locale }),
    "z/tmdb/compare": (input) => compareTmdb(deps, input),
    "z/tmdb/fill": async (input, context) => {
      const answer = await fillFromTmdb(deps, { ...input, ...byAdmin(context) });
      deps.showMovies();
      return answer;
    },
  };
}
