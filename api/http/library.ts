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
import { addFollow, hasFollow, listFollows, removeFollow } from "../domain/library/follows.ts";
import { clearProgress, removeProgress, restoreProgress, setRecording } from "../domain/library/history.ts";
import { listFavourites } from "../domain/library/list-favourites.ts";
import { offerPush } from "../domain/library/notices/push-offer.ts";
import { recommendMovies, setRecommending } from "../domain/library/recommend/recommend-movies.ts";
import { saveVote, voteOf } from "../domain/library/votes.ts";
import type { SettingsStore } from "../domain/service/settings/settings-store.ts";
import type { User } from "../domain/kernel/user.ts";
import type { CallContext, Handlers } from "./call-context.ts";
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

/** Whose list and history they are: the user's, or those of the profile that is open. */
function viewer(session: CallContext["session"]): User {
  return signedIn({ session }).viewer;
}

function asked({ session, ageLimit, now }: CallContext) {
  return { user: viewer(session), ageLimit, now };
}

/** Favourites, votes, history, recommendations, and videos kept on a device. */
export function createLibraryHandlers(deps: LibraryDeps): Pick<Handlers, Call> {
  const { db } = deps;
  const downloading = (): DownloadDeps => ({ ...deps, settings: deps.store.known().values });
  return {
    "progress/remove": async ({ ids }, { session }) => ({
      removed: await removeProgress(db, { uid: viewer(session).uid, ids }),
    }),
    "progress/restore": async ({ items }, { session, now }) => {
      await restoreProgress(db, { uid: viewer(session).uid, items, now });
      return {};
    },
    "progress/clear": async (_input, { session }) => {
      await clearProgress(db, { uid: viewer(session).uid });
      return {};
    },
    "profile/recording": async ({ paused }, { session }) => {
      await setRecording(db, { uid: viewer(session).uid, paused });
      return {};
    },
    "recommendation/list": (_input, { session, locale, ageLimit }) =>
      recommendMovies({ db, cache: deps.recommended }, { user: viewer(session), locale, ageLimit }),
    "profile/recommending": async ({ on }, { session }) => {
      await setRecommending(db, { uid: viewer(session).uid, on });
      return {};
    },
    "favourite/add": async ({ id }, { session, locale, ageLimit, now }) => {
      await addFavourite(db, { uid: viewer(session).uid, id, locale, ageLimit, now });
      return {};
    },
    "favourite/remove": async ({ ids }, { session }) => ({
      removed: await removeFavourites(db, { uid: viewer(session).uid, ids }),
    }),
    "favourite/restore": async ({ items }, { session, now }) => {
      await restoreFavourites(db, { uid: viewer(session).uid, items, now });
      return {};
    },
    "favourite/list": (input, { session, locale, ageLimit }) =>
      listFavourites(db, { ...input, uid: viewer(session).uid, locale, ageLimit }),
    "favourite/has": async ({ id }, { session }) => ({
      added: await hasFavourite(db, { uid: viewer(session).uid, id }),
    }),
    "follow/add": async ({ id }, { session, ageLimit, now }) => {
      await addFollow(db, { uid: viewer(session).uid, id, ageLimit, now });
      return {};
    },
    "follow/remove": async ({ id }, { session }) => {
      await removeFollow(db, { uid: viewer(session).uid, id });
      return {};
    },
    "follow/list": (_input, { session, locale, ageLimit }) =>
      listFollows(db, { uid: viewer(session).uid, locale, ageLimit }),
    "follow/has": async ({ id }, { session }) => ({
      followed: await hasFollow(db, { uid: viewer(session).uid, id }),
    }),
    "vote/save": async (input, { session, ageLimit, now }) => {
      await saveVote(db, { ...input, uid: viewer(session).uid, ageLimit, now });
      return {};
    },
    "vote/of": async ({ id }, { session }) => ({
      liked: await voteOf(db, { uid: viewer(session).uid, id }),
    }),
    "push/offer": async ({ id, of }, { session, now }) => ({
      ask: await offerPush[of](db, { session: signedIn({ session }), id, now }),
      pushKey: deps.pushKey,
    }),
    "download/offer": (input, context) => offerDownload(downloading(), { ...input, ...asked(context) }),
    "download/licence": (input, context) =>
      issueLicence(downloading(), {
        ...input,
        ...asked(context),
        account: signedIn(context).user.uid,
      }),
    "download/renew": ({ licences }, context) =>
      renewLicences(downloading(), { licences, ...asked(context) }),
    "download/release": ({ licences }, { session }) =>
      releaseLicences(deps.db, { licences, user: viewer(session) }),
  };
}
