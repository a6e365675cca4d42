import type { Envelope, UserInfo } from "../../../contract/index.ts";
import { createClient, type ApiClient, type StatusText } from "../../api-client/create-client.ts";
import { createSessionStore, type SessionStore } from "./session-store.ts";
import {
  enterWith,
  signInAsGuest,
  startUp,
  type NativeHost,
  type StartUpPhase,
  type StartUpPorts,
} from "./start-up.ts";
import { changeCookie, tokenStorage } from "./token-storage.ts";

/** What the server has found already (the root loader's data). */
export type ServerFindings = { config: Envelope<unknown>; user: UserInfo | null };

/** An identity provider with a part of its own in the browser. Nothing here rejects. */
export type BrowserIdentity = {
  signInAnonymously: StartUpPorts["signInAnonymously"];
  /** Resolves when the provider knows the user; null = it knows none. */
  state: () => Promise<{ uid: string; name: string | null; avatar: string | null } | null>;
  signOut: () => Promise<void>;
};

export type BrowserSessionOptions = {
  findings: ServerFindings;
  /** Null if the service has accounts of its own: the server then knows everything. */
  identity: BrowserIdentity | null;
  /** Detects the app whose web view this is; null in an ordinary browser. */
  nativeHost: () => Promise<NativeHost | null>;
  locale: () => string;
  storedLocale: () => string | null;
  changeLocale: (locale: string) => void;
  text: (key: StatusText) => string;
  /** Shows an error to the user. */
  toast: (message: string) => void;
  /** The page was rendered for another session: reload its data. */
  onChanged: () => void;
};

export type BrowserSession = {
  store: SessionStore;
  /** Calls wait until the token is known. */
  api: ApiClient;
  start: () => Promise<void>;
  /** Resolves when start-up, or the sign-in under way, has stored its token or has failed. Never rejects. */
  tokenKnown: () => Promise<unknown>;
  /** A form signed the user in or out, which only the server has noticed: takes over its state. */
  follow: (user: UserInfo | null) => Promise<void>;
  /**
   * The user signed in with the identity provider on this page. Resolves to whether that was accepted; the page still
   * shows the earlier user.
   */
  enter: (proven: { uid: string; proof: string }) => Promise<boolean>;
  /**
   * Resolves to whether there is a session, and creates a guest if there is none: call it before a write. Waits until
   * the session is known, so that no write goes to a second guest or to the earlier user.
   */
  ensureSession: () => Promise<boolean>;
};

/** The session of this page: its store, its API client and its start-up. Does nothing until `start`. */
export function createBrowserSession(options: BrowserSessionOptions): BrowserSession {
  const { findings } = options;
  const store = createSessionStore(findings.user);
  const ownApi = createClient({
    fetch: (request) => fetch(request),
    base: location.origin,
    token: tokenStorage.read,
    locale: options.locale,
    text: options.text,
    onLoading: store.load,
    onError: options.toast,
    onUnauthorised(token) {
      // It concerned no session, so the present one stays.
      if (token === null) return;
      // The answer may be late: its session has been replaced, so the new one stays.
      const now = tokenStorage.read();
      if (now !== null && now !== token) return;
      tokenStorage.remove();
      store.signOut();
      void changeCookie({ intent: "forget", token });
    },
  });
  const ports = portsOf(options, store, ownApi);
  let guest: Promise<boolean> | null = null;
  // Until start-up, or a sign-in, has stored the right token, the stored one may be an older session's.
  let found = (): void => {};
  let tokenKnown: Promise<unknown> = new Promise<void>((done) => (found = done));

  return {
    store,
    api: {
      get: (...call) => tokenKnown.then(() => ownApi.get(...call)),
      post: (...call) => tokenKnown.then(() => ownApi.post(...call)),
    },
    tokenKnown: () => tokenKnown,
    async start() {
      const before = findings.user?.uid ?? null;
      // Its code loads only if there is a host; if that fails, the page is an ordinary one.
      const nativeHost = await options.nativeHost().catch(() => null);
      const enter = (phase: StartUpPhase): void => {
        store.enter(phase);
        if (phase.at === "identity" || phase.at === "failed") found();
      };
      await startUp({ ...ports, nativeHost }, enter).finally(found);
      if ((store.read().info?.uid ?? null) !== before) options.onChanged();
    },
    async follow(user) {
      if (!user) {
        tokenStorage.remove();
        store.signOut();
        return options.identity?.signOut();
      }
      const synced = changeCookie({ intent: "sync" });
      tokenKnown = synced;
      const token = await synced;
      if (token) tokenStorage.write(token);
      store.signIn(user);
    },
    enter: (proven) => enterWith(ports, proven),
    async ensureSession() {
      await tokenKnown;
      if (store.read().signed && tokenStorage.read() !== null) return true;
      // Several writes at once must create one guest, not several.
      guest ??= signInAsGuest(ports).finally(() => {
        guest = null;
      });
      return guest;
    },
  };
}

function portsOf(options: BrowserSessionOptions, store: SessionStore, api: ApiClient): StartUpPorts {
  const quiet = { loading: false, toast: false };
  return {
    config: async () => options.findings.config,
    nativeHost: null,
    async knownToken() {
      // `_token` was exchanged for the cookie on the server; the cookie's token is the newer one, if they differ.
      const token = options.findings.user ? await changeCookie({ intent: "sync" }) : null;
      return token ?? tokenStorage.read();
    },
    loginUid: (identity) => api.post("login/uid", identity, quiet),
    loginToken: async (token) => {
      // The server has just looked up this session for the page; another request would return the same.
      const { user } = options.findings;
      if (user && token === tokenStorage.read()) return { c: 0, m: "", d: user };
      return api.post("login/token", { token }, quiet);
    },
    signInAnonymously:
      options.identity?.signInAnonymously ?? (() => api.post("identity/anonymous", {}, quiet)),
    identityState: async () => {
      const state = (await options.identity?.state()) ?? null;
      const { info } = store.read();
      // The provider may remember an earlier user; that name does not belong to this session.
      const known = state && state.uid === info?.uid ? state : null;
      // The server asked the provider at sign-in, and knows the values the user has set here instead.
      return info && { name: info.name ?? known?.name ?? null, avatar: info.avatar ?? known?.avatar ?? null };
    },
    async saveToken(token) {
      const known = tokenStorage.read() === token && options.findings.user !== null;
      tokenStorage.write(token);
      if (known) return true;
      const held = await changeCookie({ intent: "adopt", token });
      if (held !== null && held !== token) tokenStorage.write(held);
      return tokenStorage.read() === token;
    },
    signIn: store.signIn,
    updateProfile: store.updateProfile,
    storedLocale: options.storedLocale,
    changeLocale: options.changeLocale,
    source: new URLSearchParams(location.search).get("s"),
    stat: (event) => api.post("stat", { ...event, remark: event.remark.slice(0, 256) }, quiet),
  };
}
