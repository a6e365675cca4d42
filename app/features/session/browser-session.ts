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

/** What the server has found out already (the root loader's data). */
export type ServerFindings = { config: Envelope<unknown>; user: UserInfo | null };

/** An identity provider with a part of its own in the browser. Nothing here rejects. */
export type BrowserIdentity = {
  signInAnonymously: StartUpPorts["signInAnonymously"];
  /** Resolves when the provider knows who is there; null = nobody it knows. */
  state: () => Promise<{ uid: string; name: string | null; avatar: string | null } | null>;
  signOut: () => Promise<void>;
};

export type BrowserSessionOptions = {
  findings: ServerFindings;
  /** Null where people's accounts are our own: the server then says all there is to say. */
  identity: BrowserIdentity | null;
  /** Looks for the app whose web view this is; null in an ordinary browser. */
  nativeHost: () => Promise<NativeHost | null>;
  locale: () => string;
  storedLocale: () => string | null;
  changeLocale: (locale: string) => void;
  text: (key: StatusText) => string;
  /** Shows an error to a person. */
  toast: (message: string) => void;
  /** The session is another one than the page was rendered for: load its data anew. */
  onChanged: () => void;
};

export type BrowserSession = {
  store: SessionStore;
  api: ApiClient;
  start: () => Promise<void>;
  /** A form signed somebody in or out, which only the server has noticed: take its word. */
  follow: (user: UserInfo | null) => Promise<void>;
  /**
   * Somebody signed in with the identity provider on this page. Resolves to whether that was accepted; what the page
   * shows is still the person before.
   */
  enter: (proven: { uid: string; proof: string }) => Promise<boolean>;
  /**
   * Resolves to whether there is a session, making a guest if there is none: call it before a write. Waits until it is
   * known whose session this is, so that nothing is written for a second guest or for whoever was here before.
   */
  ensureSession: () => Promise<boolean>;
};

/** The session of this page: its store, its API client and its start-up. Does nothing until `start`. */
export function createBrowserSession(options: BrowserSessionOptions): BrowserSession {
  const { findings } = options;
  const store = createSessionStore(findings.user);
  const api = createClient({
    fetch: (request) => fetch(request),
    base: location.origin,
    token: tokenStorage.read,
    locale: options.locale,
    text: options.text,
    onLoading: store.load,
    onError: options.toast,
    onUnauthorised(token) {
      // Asked before start-up knew the token: it was about no session, and the one there is is not to blame.
      if (token === null) return;
      // An answer may be late: the session it was about has been replaced, and the new one is not to blame.
      const now = tokenStorage.read();
      if (now !== null && now !== token) return;
      tokenStorage.remove();
      store.signOut();
      void changeCookie({ intent: "forget", token });
    },
  });
  const ports = portsOf(options, store, api);
  let guest: Promise<boolean> | null = null;
  // The stored token may be an older session's until start-up, or whoever signed in, has put the right one there.
  let found = (): void => {};
  let tokenKnown: Promise<unknown> = new Promise<void>((done) => (found = done));

  return {
    store,
    api,
    async start() {
      const before = findings.user?.uid ?? null;
      // Its code is fetched only where there is a host; if that fails, the page is an ordinary one.
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
      // Several writes at once must make one guest, not several.
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
      // The server has just looked this very session up for the page; asking again would learn nothing.
      const { user } = options.findings;
      if (user && token === tokenStorage.read()) return { c: 0, m: "", d: user };
      return api.post("login/token", { token }, quiet);
    },
    signInAnonymously:
      options.identity?.signInAnonymously ?? (() => api.post("identity/anonymous", {}, quiet)),
    identityState: async () => {
      const state = (await options.identity?.state()) ?? null;
      const { info } = store.read();
      // The provider may remember somebody who was here before; what they are called is not this session's.
      const known = state && state.uid === info?.uid ? state : null;
      // The server asked the provider at sign-in, and knows what the person has set here instead.
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
