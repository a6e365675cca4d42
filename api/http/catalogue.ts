import type { adminCatalogueCalls } from "../../contract/catalogue/admin-catalogue.ts";
import type { adminEpisodeCalls } from "../../contract/catalogue/admin-episodes.ts";
import type { adminImportCalls } from "../../contract/catalogue/admin-imports.ts";
import type { adminMovieCalls } from "../../contract/catalogue/admin-movies.ts";
import type { catalogueCalls } from "../../contract/catalogue/catalogue.ts";
import type { searchCalls } from "../../contract/catalogue/search.ts";
import type { Db } from "../db/client.ts";
import { bulkMovies, deleteMovie } from "../domain/catalogue/admin/bulk-movies.ts";
import { createMovie } from "../domain/catalogue/admin/create-movie.ts";
import {
  createEpisode,
  deleteEpisode,
  moveEpisode,
  saveEpisode,
} from "../domain/catalogue/admin/episodes.ts";
import { exportMovies } from "../domain/catalogue/admin/export-movies.ts";
import { deleteGenre, listGenres, saveGenre } from "../domain/catalogue/admin/genres.ts";
import { listRows, saveRows } from "../domain/catalogue/admin/home-plan.ts";
import { listAdminMovies } from "../domain/catalogue/admin/list-movies.ts";
import { readMovie } from "../domain/catalogue/admin/read-movie.ts";
import { saveMovie } from "../domain/catalogue/admin/save-movie.ts";
import { deleteSeason, saveSeason } from "../domain/catalogue/admin/seasons.ts";
import { createTrailer } from "../domain/catalogue/admin/create-trailer.ts";
import { setArtwork } from "../domain/catalogue/admin/set-artwork.ts";
import { setStill } from "../domain/catalogue/admin/set-still.ts";
import type { CatalogueCache } from "../domain/catalogue/catalogue-cache.ts";
import {
  beginImport,
  beginUndo,
  cancelImport,
  recheckImport,
  startImport,
} from "../domain/catalogue/import/change-import.ts";
import { importResult, listImports, readImport } from "../domain/catalogue/import/read-imports.ts";
import { homeRows } from "../domain/catalogue/home-rows.ts";
import { listMovies } from "../domain/catalogue/list-movies.ts";
import { movieDetail } from "../domain/catalogue/movie-detail.ts";
import { personDetail } from "../domain/catalogue/person-detail.ts";
import { genreTermsOf } from "../domain/catalogue/search/named-facts.ts";
import { searchFilters } from "../domain/catalogue/search/search-filters.ts";
import { movieOfCode } from "../domain/catalogue/short-code.ts";
import { searchMovies } from "../domain/catalogue/search/search-movies.ts";
import { suggestMovies, trendingMovies } from "../domain/catalogue/search/suggest-movies.ts";
import { normaliseQuery } from "../domain/catalogue/search/terms.ts";
import type { SettingsStore } from "../domain/service/settings/settings-store.ts";
import { undoableChanges, undoChange } from "../domain/use-cases/undo-replaced.ts";
import type { Files } from "../ports/files.ts";
import type { Pictures } from "../ports/pictures.ts";
import type { Storage } from "../ports/storage.ts";
import type { CallContext, Handlers } from "./call-context.ts";
import { adminOf, byAdmin } from "./callers.ts";
import { sharedAnswers } from "./shared-answers.ts";

export type CatalogueDeps = {
  db: Db;
  storage: Storage;
  cache: CatalogueCache;
  /** URL at which an admin can watch an asset, whether its movie is published or not. */
  previewUrl: (of: { uid: string; asset: string; now: Date }) => string;
  assetStore: Files;
  artwork: Files;
  pictures: Pictures;
  /** Computes the Latin spellings that search uses for titles. */
  romanise: () => Promise<void>;
  afterwards: (work: () => Promise<void>) => void;
  store: SettingsStore;
  /** Lets a worker look for imports that wait. Never rejects. */
  wakeImports: () => Promise<void>;
};
type Call = keyof (typeof catalogueCalls &
  typeof searchCalls &
  typeof adminMovieCalls &
  typeof adminImportCalls &
  typeof adminEpisodeCalls &
  typeof adminCatalogueCalls);

/** The settings that a movie's answer follows from. */
function settingsOf({ store }: CatalogueDeps) {
  const { guestWatching, embedSites, country } = store.known().values;
  return { guestWatching, embedSites, country };
}

/** What there is to watch, and how admins run it. What visitors see follows a write at once. */
export function createCatalogueHandlers(deps: CatalogueDeps): Pick<Handlers, Call> {
  const { db, cache } = deps;
  const shared = sharedAnswers(cache);
  const genreTerms = () => cache.get("genre terms", () => genreTermsOf(db));
  /** Clears what is cached after a write, and reads new titles. */
  const seen = async <T>(writing: Promise<T>, { titles = false } = {}): Promise<T> => {
    const answer = await writing;
    cache.clear();
    if (titles) deps.afterwards(deps.romanise);
    return answer;
  };
  const waking = async <T>(writing: Promise<T>): Promise<T> => {
    const answer = await writing;
    await deps.wakeImports();
    return answer;
  };
  return {
    "home/rows": (_input, reader) => shared("home", reader, (who) => homeRows(db, who)),
    "movie/list": (input, reader) =>
      shared(`list ${JSON.stringify(input)}`, reader, (who) => listMovies(db, { ...input, ...who })),
    "movie/search": (input, reader) => {
      const q = input.q === undefined ? undefined : normaliseQuery(input.q);
      return shared(`search ${JSON.stringify({ ...input, q })}`, reader, (who) =>
        searchMovies(db, { ...input, ...who }, genreTerms),
      );
    },
    "movie/suggest": ({ q }, reader) =>
      shared(`suggest ${normaliseQuery(q)}`, reader, (who) => suggestMovies(db, { q, ...who }, genreTerms)),
    "movie/trending": (_input, reader) => shared("trending", reader, (who) => trendingMovies(db, who)),
    "search/filters": (_input, reader) => shared("filters", reader, (who) => searchFilters(db, who)),
    "movie/detail": ({ id }, reader) =>
      shared(`movie ${JSON.stringify(settingsOf(deps))} ${id}`, reader, (who) =>
        movieDetail(db, { id, ...who, ...settingsOf(deps) }),
      ),
    "movie/short": ({ code }, { ageLimit }) => movieOfCode(db, { code, ageLimit }),
    "person/detail": (input, reader) =>
      shared(`person ${JSON.stringify(input)}`, reader, (who) => personDetail(db, { ...input, ...who })),
    "z/movie/list": (input, { locale }) => listAdminMovies(db, { ...input, locale }),
    "z/movie/detail": ({ id }, context) => readMovie(db, { id, previewOf: previewer(deps, context) }),
    "z/movie/create": (input, context) =>
      seen(createMovie(deps, { ...input, ...byAdmin(context) }), { titles: true }),
    "z/movie/save": (input, context) =>
      seen(saveMovie(db, { ...input, ...byAdmin(context) }), { titles: input.texts !== undefined }),
    "z/movie/delete": (input, context) => seen(deleteMovie(db, { ...input, ...byAdmin(context) })),
    "z/movie/bulk": (input, context) => {
      const answer = bulkMovies(db, { ...input, ...byAdmin(context), locale: context.locale });
      return input.dryRun ? answer : seen(answer);
    },
    "z/movie/undo": (input, context) => seen(undoChange(deps, { ...input, ...byAdmin(context) })),
    "z/movie/undoable": (input, context) => undoableChanges(deps, { ...input, ...byAdmin(context) }),
    "z/movie/artwork": (input, context) => seen(setArtwork(deps, { ...input, ...byAdmin(context) })),
    "z/movie/trailer": (input, context) => seen(createTrailer(deps, { ...input, ...byAdmin(context) })),
    "z/movie/export": (input, context) => exportMovies(db, { ...input, ...byAdmin(context) }),
    "z/import/list": (_input, { now }) => listImports(db, { now }),
    "z/import/detail": ({ id }, { now }) => readImport(db, { id, now }),
    "z/import/begin": (input, context) => waking(beginImport(deps, { ...input, ...byAdmin(context) })),
    "z/import/check": (input, context) => waking(recheckImport(db, { ...input, ...byAdmin(context) })),
    "z/import/start": (input, context) => waking(startImport(db, { ...input, ...byAdmin(context) })),
    "z/import/cancel": (input, context) => cancelImport(db, { ...input, ...byAdmin(context) }),
    "z/import/undo": (input, context) => waking(beginUndo(db, { ...input, ...byAdmin(context) })),
    "z/import/result": (input) => importResult(db, input),
    "z/episode/create": (input, context) => seen(createEpisode(db, { ...input, ...byAdmin(context) })),
    "z/episode/save": (input, context) => seen(saveEpisode(db, { ...input, ...byAdmin(context) })),
    "z/episode/still": (input, context) => seen(setStill(deps, { ...input, ...byAdmin(context) })),
    "z/episode/order": (input, context) => seen(moveEpisode(db, { ...input, ...byAdmin(context) })),
    "z/episode/delete": (input, context) => seen(deleteEpisode(db, { ...input, ...byAdmin(context) })),
    "z/season/save": (input, context) => seen(saveSeason(db, { ...input, ...byAdmin(context) })),
    "z/season/delete": (input, context) => seen(deleteSeason(db, { ...input, ...byAdmin(context) })),
    "z/genre/list": (input) => listGenres(db, input),
    "z/genre/save": async (input, context) => {
      await seen(saveGenre(db, { ...input, ...byAdmin(context) }));
      return {};
    },
    "z/genre/delete": (input, context) => seen(deleteGenre(db, { ...input, ...byAdmin(context) })),
    "z/row/list": (_input, { locale }) => listRows(db, { locale }),
    "z/row/save": (input, context) => seen(saveRows(db, { ...input, ...byAdmin(context) })),
  };
}

function previewer({ previewUrl }: CatalogueDeps, context: CallContext): (asset: string) => string {
  return (asset) => previewUrl({ uid: adminOf(context).uid, asset, now: context.now });
}
