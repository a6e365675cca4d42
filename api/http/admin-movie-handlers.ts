import type { adminCatalogueCalls } from "../../contract/catalogue/admin-catalogue.ts";
import type { adminEpisodeCalls } from "../../contract/catalogue/admin-episodes.ts";
import type { adminMovieCalls } from "../../contract/catalogue/admin-movies.ts";
import type { adminSubtitleCalls } from "../../contract/ingest/admin-subtitles.ts";
import type { Db } from "../db/client.ts";
import { bulkTitles, deleteTitle } from "../domain/catalogue/admin/bulk-titles.ts";
import { createTitle } from "../domain/catalogue/admin/create-title.ts";
import {
  createEpisode,
  deleteEpisode,
  moveEpisode,
  saveEpisode,
} from "../domain/catalogue/admin/episodes.ts";
import { changeSubtitles } from "../domain/ingest/subtitles/admin-subtitles.ts";
import { exportTitles } from "../domain/catalogue/admin/export-titles.ts";
import { deleteGenre, listGenres, saveGenre } from "../domain/catalogue/admin/genres.ts";
import { listRows, saveRows } from "../domain/catalogue/admin/home-plan.ts";
import { importTitles } from "../domain/catalogue/admin/import-titles.ts";
import { listTitles } from "../domain/catalogue/admin/list-titles.ts";
import { readTitle } from "../domain/catalogue/admin/read-title.ts";
import { saveTitle } from "../domain/catalogue/admin/save-title.ts";
import { setArtwork } from "../domain/catalogue/admin/set-artwork.ts";
import {
  addSubtitles,
  listSubtitles,
  shiftSubtitles,
  subtitleFile,
} from "../domain/ingest/subtitles/admin-subtitles.ts";
import { undoTitles } from "../domain/catalogue/admin/undo-titles.ts";
import type { CatalogueCache } from "../domain/catalogue/catalogue-cache.ts";
import { signGrant } from "../domain/playback/media/grant.ts";
import { subjectOf } from "../domain/playback/viewer.ts";
import type { Files } from "../ports/files.ts";
import type { Pictures } from "../ports/pictures.ts";
import type { Storage } from "../ports/storage.ts";
import { adminOf } from "./admin-of.ts";
import type { CallContext, Handlers } from "./call-context.ts";

export type AdminMovieDeps = {
  db: Db;
  storage: Storage;
  cache: CatalogueCache;
  mediaSecret: string;
  films: Files;
  artworkDir: string;
  pictures: Pictures;
  /** Computes the Latin spellings that search uses for titles. */
  romanise: () => Promise<void>;
  afterwards: (work: () => Promise<void>) => void;
};
type Call = keyof (typeof adminMovieCalls &
  typeof adminEpisodeCalls &
  typeof adminSubtitleCalls &
  typeof adminCatalogueCalls);

/** Hours an admin's preview of a movie stays playable. */
const previewHours = 2;

/** The calls by which admins manage the catalogue. Visitors see changes at once. */
export function createAdminMovieHandlers(deps: AdminMovieDeps): Pick<Handlers, Call> {
  const { db, cache } = deps;
  /** Runs after a write: drops cached answers and reads new titles. */
  const seen = async <T>(writing: Promise<T>, { titles = false } = {}): Promise<T> => {
    const answer = await writing;
    cache.clear();
    if (titles) deps.afterwards(deps.romanise);
    return answer;
  };
  const by = (context: CallContext) => ({ admin: adminOf(context), now: context.now });
  return {
    "z/movie/list": (input, { locale }) => listTitles(db, { ...input, locale }),
    "z/movie/detail": ({ id }, context) => readTitle(db, { id, previewOf: previewer(deps, context) }),
    "z/movie/create": (input, context) =>
      seen(createTitle(deps, { ...input, ...by(context) }), { titles: true }),
    "z/movie/save": (input, context) =>
      seen(saveTitle(db, { ...input, ...by(context) }), { titles: input.texts !== undefined }),
    "z/movie/delete": (input, context) => seen(deleteTitle(db, { ...input, ...by(context) })),
    "z/movie/bulk": (input, context) => {
      const answer = bulkTitles(db, { ...input, ...by(context), locale: context.locale });
      return input.dryRun ? answer : seen(answer);
    },
    "z/movie/undo": (input, context) => seen(undoTitles(db, { ...input, ...by(context) })),
    "z/movie/artwork": (input, context) => seen(setArtwork(deps, { ...input, ...by(context) })),
    "z/movie/export": (input, context) => exportTitles(db, { ...input, ...by(context) }),
    "z/movie/import": (input, context) => {
      const answer = importTitles(deps, { ...input, ...by(context) });
      return input.dryRun ? answer : seen(answer, { titles: true });
    },

    "z/episode/create": (input, context) => seen(createEpisode(db, { ...input, ...by(context) })),
    "z/episode/save": (input, context) => seen(saveEpisode(db, { ...input, ...by(context) })),
    "z/episode/order": (input, context) => seen(moveEpisode(db, { ...input, ...by(context) })),
    "z/episode/delete": (input, context) => seen(deleteEpisode(db, { ...input, ...by(context) })),
    "z/subtitle/save": (input, context) => seen(changeSubtitles(deps, { ...input, ...by(context) })),
    "z/subtitle/delete": (input, context) =>
      seen(changeSubtitles(deps, { ...input, ...by(context), label: null })),
    "z/subtitle/list": (input) => listSubtitles(deps, input),
    "z/subtitle/file": (input) => subtitleFile(deps, input),
    "z/subtitle/add": (input, context) => seen(addSubtitles(deps, { ...input, ...by(context) })),
    "z/subtitle/shift": (input, context) => seen(shiftSubtitles(deps, { ...input, ...by(context) })),

    "z/genre/list": () => listGenres(db),
    "z/genre/save": async (input, context) => {
      await seen(saveGenre(db, { ...input, ...by(context) }));
      return {};
    },
    "z/genre/delete": (input, context) => seen(deleteGenre(db, { ...input, ...by(context) })),
    "z/row/list": (_input, { locale }) => listRows(db, { locale }),
    "z/row/save": (input, context) => seen(saveRows(db, { ...input, ...by(context) })),
  };
}

/** Signs the movie of an episode for the admin's preview, published or not. */
function previewer({ mediaSecret }: AdminMovieDeps, context: CallContext): (asset: string) => string {
  const subject = subjectOf({ uid: adminOf(context).uid, tracked: false, level: "vip" });
  const expiresAt = new Date(context.now.getTime() + previewHours * 3_600_000);
  return (asset) =>
    `/media/${signGrant({ asset, subject, expiresAt }, mediaSecret)}/${asset}/progressive.mp4`;
}
