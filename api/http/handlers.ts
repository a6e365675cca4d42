import type { FirebaseSettings } from "../../contract/accounts/firebase.ts";
import type { DownloadPolicy, OutputOf } from "../../contract/index.ts";
import { locales } from "../../contract/locales.ts";
import type { SettingValues } from "../../contract/service/settings.ts";
import { defaultPasswordPolicy } from "../../contract/accounts/password-policy.ts";
import type { Db } from "../db/client.ts";
import type { CatalogueCache } from "../domain/catalogue/catalogue-cache.ts";
import { homeRows } from "../domain/catalogue/home-rows.ts";
import { listMovies } from "../domain/catalogue/list-movies.ts";
import { movieDetail } from "../domain/catalogue/movie-detail.ts";
import { searchFilters } from "../domain/catalogue/search/search-filters.ts";
import { searchMovies } from "../domain/catalogue/search/search-movies.ts";
import { suggestMovies, trendingMovies } from "../domain/catalogue/search/suggest-movies.ts";
import type { TitleSource } from "../domain/catalogue/search/title-source.ts";
import type { AssetFiles } from "../domain/library/downloads/asset-files.ts";
import { Failure } from "../domain/kernel/failure.ts";
import { deviceId } from "../domain/accounts/identity/devices.ts";
import { mayUpload } from "../domain/ingest/uploads/authorise-upload.ts";
import { createFeedback } from "../domain/service/feedback/create-feedback.ts";
import { feedbackDetail, listFeedback } from "../domain/service/feedback/read-feedback.ts";
import { loginWithToken, loginWithUid } from "../domain/use-cases/login.ts";
import type { NativeHost } from "../domain/accounts/identity/native-host.ts";
import {
  requireProvenAddress,
  sendSignUpCode,
  type SignUpCodeDeps,
} from "../domain/accounts/identity/sign-up-code.ts";
import { endSession, findSession, type Session } from "../domain/accounts/identity/session.ts";
import {
  addFavourite,
  hasFavourite,
  removeFavourites,
  restoreFavourites,
} from "../domain/library/favourites.ts";
import { clearProgress, removeProgress, restoreProgress, setRecording } from "../domain/library/history.ts";
import { listFavourites } from "../domain/library/list-favourites.ts";
import type { AssetShelf } from "../domain/playback/media/asset-shelf.ts";
import { listProgress, progressOf, saveProgress } from "../domain/playback/progress.ts";
import { createQualityRecord } from "../domain/playback/record-quality.ts";
import { reachedBy } from "../domain/playback/access.ts";
import { startPlayback } from "../domain/playback/start-playback.ts";
import { createStatRecord } from "../domain/analysis/record-stat.ts";
import { requireOpenSignUp } from "../domain/service/settings/save-settings.ts";
import type { SettingsStore } from "../domain/service/settings/settings-store.ts";
import { readText } from "../domain/service/texts/read-text.ts";
import type { IdentityProvider, ProvenIdentity } from "../ports/identity.ts";
import type { Storage } from "../ports/storage.ts";
import type { Handlers } from "./call-context.ts";
import { createAdminHandlers, type AdminDeps } from "./admin-handlers.ts";
import { createAdminEncodingHandlers, type AdminEncodingDeps } from "./admin-encoding-handlers.ts";
import { createAdminMagnetHandlers, type AdminMagnetDeps } from "./admin-magnet-handlers.ts";
import { createAdminMovieHandlers, type AdminMovieDeps } from "./admin-movie-handlers.ts";
import { createAccountHandlers, type AccountDeps } from "./account-handlers.ts";
import { createAdminPaymentHandlers, type AdminPaymentDeps } from "./admin-payment-handlers.ts";
import { createMembershipHandlers, type MembershipDeps } from "./membership-handlers.ts";
import { createDownloadHandlers } from "./download-handlers.ts";
import { Prepared } from "./prepared.ts";

export type { CallContext, Handlers } from "./call-context.ts";

export type HandlerDeps = AccountDeps &
  SignUpCodeDeps &
  AdminMovieDeps &
  AdminMagnetDeps &
  AdminEncodingDeps &
  MembershipDeps &
  AdminPaymentDeps & {
    db: Db;
    identity: IdentityProvider;
    nativeHost: NativeHost | null;
    storage: Storage;
    cache: CatalogueCache;
    titles: TitleSource;
    mediaSecret: string;
    shelf: AssetShelf;
    assetFiles: AssetFiles;
    settings: {
      name: string;
      version: string;
      demo: boolean;
      firebase: FirebaseSettings | null;
      /** Read anew at each call, because an admin can change it. */
      readonly uploadMaxBytes: number;
      readonly pictureMaxBytes: number;
      readonly downloads: DownloadPolicy;
    };
    store: SettingsStore;
    /** Whether the page /test exists when no setting tells. */
    diagnostics: boolean;
  } & AdminDeps;

/** Every call of the contract with its use-case. */
export function createHandlers(deps: HandlerDeps): Handlers {
  const { db, identity, cache, settings } = deps;
  const config = (): OutputOf<"config"> => ({
    name: settings.name,
    version: settings.version,
    locales: [...locales],
    identity: {
      provider: identity.kind,
      minPasswordLength: defaultPasswordPolicy.minLength,
      password: defaultPasswordPolicy,
      reset: identity.kind !== "local" || deps.mailer !== null,
      confirm: deps.confirmsAddresses,
      firebase: settings.firebase,
    },
    upload: { maxBytes: settings.uploadMaxBytes, pictureMaxBytes: settings.pictureMaxBytes },
    progress: { everyS: 5 },
    downloads: settings.downloads,
    ...publicSettings(deps.store.known().values, deps),
    demo: settings.demo,
  });
  // The provider may change its policy, and an admin the settings; the prepared answer is kept until then.
  let configured: Prepared<OutputOf<"config">> | null = null;
  let configuredFor: object | null = null;
  const keepQuality = createQualityRecord(db);
  const recordStat = createStatRecord(db);
  /** The same for everyone with the same input: from the catalogue's cache, with its JSON. */
  const guestWatching = () => deps.store.known().values.guestWatching;
  const shared = <T>(key: string, compute: () => Promise<T>) =>
    cache.get(key, async () => new Prepared(await compute()));
  return {
    config: () => {
      const password = identity.passwordPolicy();
      const { values } = deps.store.known();
      if (configured?.data.identity.password !== password || configuredFor !== values) {
        const minPasswordLength = password.minLength;
        const said = config();
        configured = new Prepared({
          ...said,
          identity: { ...said.identity, minPasswordLength, password },
        });
        configuredFor = values;
      }
      return configured;
    },

    "login/uid": async (input, { bearer, locale, now, userAgent }) => {
      const session = bearer ? await findSession(db, { token: bearer, now }) : null;
      const held = bearer && session ? { ...session, token: bearer } : null;
      return loginWithUid(deps, {
        ...{ ...input, held, userAgent, locale, now },
        rules: deps.store.known().values,
      });
    },
    "login/token": ({ token }, { now }) => loginWithToken(db, { token, now }),
    "session/end": async (_input, { session }) => {
      await endSession(db, { tokenHash: signed(session).tokenHash });
      return {};
    },

    ...createAccountHandlers(deps),
    ...createDownloadHandlers(deps),

    "identity/anonymous": async () => identityOf(await identity.createAnonymous()),
    "identity/sign-in": async (input) => {
      const proven = await identity.signIn(input);
      if (!proven) throw new Failure("bad_credentials");
      return identityOf(proven);
    },
    "identity/sign-up-code": ({ email }, { locale }) => {
      requireOpenSignUp(deps.store.known().values);
      return sendSignUpCode(deps, { email, locale });
    },
    "identity/sign-up": async ({ email, password, name, guestProof, ticket, code }, { session }) => {
      requireOpenSignUp(deps.store.known().values);
      requireProvenAddress(deps, { email, ticket, code });
      const guestUid = session?.user.anonymous ? session.user.uid : null;
      const proven = await identity.signUp({ email, password, name: name ?? null, guestUid, guestProof });
      if (!proven) throw new Failure("email_taken");
      return identityOf(proven);
    },

    stat: async (input, { session, now }) => {
      await recordStat({ ...input, uid: session?.user.uid ?? null, now });
      return {};
    },
    "oss/form": async (input, { session, now }) => {
      const { user, tokenHash } = signed(session);
      const purpose = input.purpose ?? "any";
      if (!mayUpload(user, purpose)) throw new Failure("forbidden");
      const maxBytes = purpose === "any" ? settings.uploadMaxBytes : settings.pictureMaxBytes;
      return deps.storage.presign({ uid: user.uid, session: deviceId(tokenHash), maxBytes, purpose, now });
    },

    "home/rows": (_input, { locale }) => shared(`home ${locale}`, () => homeRows(db, { locale })),
    "movie/list": (input, { locale }) =>
      shared(`list ${locale} ${JSON.stringify(input)}`, () => listMovies(db, { ...input, locale })),
    "movie/search": (input, { locale }) =>
      shared(`search ${locale} ${JSON.stringify(input)}`, async () =>
        searchMovies(await deps.titles.current(), { ...input, locale }),
      ),
    "movie/suggest": ({ q }, { locale }) =>
      shared(`suggest ${locale} ${q}`, async () => suggestMovies(await deps.titles.current(), { q, locale })),
    "movie/trending": (_input, { locale }) =>
      shared(`trending ${locale}`, () => trendingMovies(db, { locale })),
    "search/filters": (_input, { locale }) =>
      shared(`filters ${locale}`, () => searchFilters(db, { locale })),
    "movie/detail": ({ id }, { locale }) =>
      shared(`movie ${locale} ${guestWatching()} ${id}`, () =>
        movieDetail(db, { id, locale, guestWatching: guestWatching() }),
      ),

    "playback/start": ({ id, index = 1 }, { session, locale, now }) =>
      startPlayback({ ...deps, guestWatching: guestWatching() }, { id, index, session, locale, now }),
    "playback/quality": async (input, { now, userAgent }) => {
      await keepQuality({ ...input, userAgent, now });
      return {};
    },
    "progress/save": async (input, { session, now }) => {
      const { user } = signed(session);
      const right = { reached: reachedBy(user, now), guestWatching: guestWatching() };
      await saveProgress(db, { ...input, uid: user.uid, now, right });
      return {};
    },
    "progress/list": (input, { session, locale }) => {
      const { uid, recording } = signed(session).user;
      return listProgress(db, { ...input, uid, locale, paused: !recording });
    },
    "progress/of": ({ id }, { session }) => progressOf(db, { uid: signed(session).user.uid, id }),
    "progress/remove": async ({ ids }, { session }) => ({
      removed: await removeProgress(db, { uid: signed(session).user.uid, ids }),
    }),
    "progress/restore": async ({ items }, { session, now }) => {
      await restoreProgress(db, { uid: signed(session).user.uid, items, now });
      return {};
    },
    "progress/clear": async (_input, { session }) => {
      await clearProgress(db, { uid: signed(session).user.uid });
      return {};
    },
    "profile/recording": async ({ paused }, { session }) => {
      await setRecording(db, { uid: signed(session).user.uid, paused });
      return {};
    },

    "favourite/add": async ({ id }, { session, locale, now }) => {
      await addFavourite(db, { uid: signed(session).user.uid, id, locale, now });
      return {};
    },
    "favourite/remove": async ({ ids }, { session }) => ({
      removed: await removeFavourites(db, { uid: signed(session).user.uid, ids }),
    }),
    "favourite/restore": async ({ items }, { session, now }) => {
      await restoreFavourites(db, { uid: signed(session).user.uid, items, now });
      return {};
    },
    "favourite/list": (input, { session, locale }) =>
      listFavourites(db, { ...input, uid: signed(session).user.uid, locale }),
    "favourite/has": async ({ id }, { session }) => ({
      added: await hasFavourite(db, { uid: signed(session).user.uid, id }),
    }),

    "feedback/create": (input, { session, now }) =>
      createFeedback(
        {
          ...deps,
          pictureMaxBytes: settings.pictureMaxBytes,
          mostAnHour: deps.store.known().values.feedbackPerHour,
        },
        { ...input, uid: signed(session).user.uid, now },
      ),
    "feedback/list": (input, { session }) => listFeedback(db, { ...input, uid: signed(session).user.uid }),
    "feedback/detail": ({ receipt }, { session, now }) =>
      feedbackDetail(deps, { uid: signed(session).user.uid, receipt, now }),

    "text/detail": ({ key }, { locale }) => readText(db, { key, locale }),

    ...createAdminHandlers(deps),
    ...createAdminMovieHandlers(deps),
    ...createAdminEncodingHandlers(deps),
    ...createAdminMagnetHandlers(deps),
    ...createMembershipHandlers(deps),
    ...createAdminPaymentHandlers(deps),
  };
}

/** The public part of the settings. */
function publicSettings(values: SettingValues, { diagnostics }: { diagnostics: boolean }) {
  return {
    signUp: values.signUp,
    guestWatching: values.guestWatching,
    contact: values.contactEmail,
    diagnostics: values.diagnostics === "environment" ? diagnostics : values.diagnostics === "on",
  };
}

/** The router already refuses callers without a session; this checks it again where it matters. */
function signed(session: Session | null): Session {
  if (!session) throw new Failure("unauthorised");
  return session;
}

function identityOf({ state, proof }: ProvenIdentity): OutputOf<"identity/sign-in"> {
  return { uid: state.uid, proof, name: state.name, avatar: state.avatar };
}
