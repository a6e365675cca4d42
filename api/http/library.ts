import type { recommendationCalls } from "../../contract/library/recommendations.ts";
import type { downloadCalls } from "../../contract/library/downloads.ts";
import type { myListCalls } from "../../contract/library/my-list.ts";
import type { voteCalls } from "../../contract/library/votes.ts";
import type { CatalogueCache } from "../domain/catalogue/catalogue-cache.ts";
import type { DownloadDeps } from "../domain/library/downloads/episode-to-keep.ts";
import { issueLicence, offerDownload } from "../domain/library/downloads/issue-licence.ts";
import { releaseLicences, renewLicences } from "../domain/library/downloads/renew-licences.ts";
import {
  addFavourite,
  hasFavourite,
  removeFavourites,
  restoreFavourites,
} from "../domain/library/favourites.ts";
import { clearProgress, removeProgress, restoreProgress, setRecording } from "../domain/library/history.ts";
import { listFavourites } from "../domain/library/list-favourites.ts";
import { offerPush } from "../domain/library/notices/push-offer.ts";
import { recommendMovies, setRecommending } from "../domain/library/recommend/recommend-movies.ts";
import { saveVote, voteOf } from "../domain/library/votes.ts";
import type { SettingsStore } from "../domain/service/settings/settings-store.ts";
import type { Handlers } from "./call-context.ts";
import { signedIn } from "./callers.ts";

export type LibraryDeps = Omit<DownloadDeps, "settings"> & {
  store: SettingsStore;
  /** Keeps the rows of users; cleared with the catalogue. */
  recommended: CatalogueCache;
  /** Public key of pushes. */
  pushKey: string;
};
type Call =
  | keyof (typeof myListCalls & typeof downloadCalls & typeof recommendationCalls & typeof voteCalls)
  | "push/offer";

/** Favourites, votes, history, recommendations, and videos kept on a device. */
export function createLibraryHandlers(deps: LibraryDeps): Pick<Handlers, Call> {
  const { db } = deps;
  const downloading = (): DownloadDeps => ({ ...deps, settings: deps.store.known().values });
  return {
    "progress/remove": async ({ ids }, { session }) => ({
      removed: await removeProgress(db, { uid: signedIn({ session }).user.uid, ids }),
    }),
    "progress/restore": async ({ items }, { session, now }) => {
      await restoreProgress(db, { uid: signedIn({ session }).user.uid, items, now });
      return {};
    },
    "progress/clear": async (_input, { session }) => {
      await clearProgress(db, { uid: signedIn({ session }).user.uid });
      return {};
    },
    "profile/recording": async ({ paused }, { session }) => {
      await setRecording(db, { uid: signedIn({ session }).user.uid, paused });
      return {};
    },
    "recommendation/list": (_input, { session, locale }) =>
      recommendMovies({ db, cache: deps.recommended }, { user: signedIn({ session }).user, locale }),
    "profile/recommending": async ({ on }, { session }) => {
      await setRecommending(db, { uid: signedIn({ session }).user.uid, on });
      return {};
    },
    "favourite/add": async ({ id }, { session, locale, now }) => {
      await addFavourite(db, { uid: signedIn({ session }).user.uid, id, locale, now });
      return {};
    },
    "favourite/remove": async ({ ids }, { session }) => ({
      removed: await removeFavourites(db, { uid: signedIn({ session }).user.uid, ids }),
    }),
    "favourite/restore": async ({ items }, { session, now }) => {
      await restoreFavourites(db, { uid: signedIn({ session }).user.uid, items, now });
      return {};
    },
    "favourite/list": (input, { session, locale }) =>
      listFavourites(db, { ...input, uid: signedIn({ session }).user.uid, locale }),
    "favourite/has": async ({ id }, { session }) => ({
      added: await hasFavourite(db, { uid: signedIn({ session }).user.uid, id }),
    }),
    "vote/save": async (input, { session, now }) => {
      await saveVote(db, { ...input, uid: signedIn({ session }).user.uid, now });
      return {};
    },
    "vote/of": async ({ id }, { session }) => ({
      liked: await voteOf(db, { uid: signedIn({ session }).user.uid, id }),
    }),
    "push/offer": async ({ id }, { session, now }) => ({
      ask: await offerPush(db, { uid: signedIn({ session }).user.uid, id, now }),
      pushKey: deps.pushKey,
    }),
    "download/offer": (input, context) =>
      offerDownload(downloading(), { ...input, user: signedIn(context).user, now: context.now }),
    "download/licence": (input, context) =>
      issueLicence(downloading(), { ...input, user: signedIn(context).user, now: context.now }),
    "download/renew": ({ licences }, context) =>
      renewLicences(downloading(), { licences, user: signedIn(context).user, now: context.now }),
    "download/release": ({ licences }, context) =>
      releaseLicences(deps.db, { licences, user: signedIn(context).user }),
  };
}
