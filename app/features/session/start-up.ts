import type { Envelope, Identity, OutputOf, UserInfo } from "../../../contract/index.ts";

type LoginAnswer = OutputOf<"login/uid">;

/** The phase of start-up. `ready` and `failed` are its ends. */
export type StartUpPhase =
  | { at: "config" }
  | { at: "native" }
  | { at: "token" }
  | { at: "anonymous" }
  | { at: "identity" }
  | { at: "ready" }
  | { at: "failed"; reason: 1 | 2 };

/** The native app around a web view (spec, section 4), as start-up uses it. Nothing here rejects. */
export type NativeHost = {
  /** Asks the host to sign its user in; resolves when that is done or cancelled. */
  login: () => Promise<void>;
  /** `proof` is the host's signature over the uid, made with the secret its operator shares with the service. */
  currentUser: () => Promise<{ uid: string; proof?: string } | null>;
  /** Tells the host that the app is ready. */
  initialised: () => void;
  /** The host's display language. */
  locale: () => Promise<string | null>;
};

/** Everything start-up needs from outside. */
export type StartUpPorts = {
  config: () => Promise<Envelope<unknown>>;
  /** The app whose web view this page is in, if any. */
  nativeHost: NativeHost | null;
  /** `_token` of the URL, else the one in local storage; null without either. */
  knownToken: () => Promise<string | null>;
  loginUid: (identity: { uid: string; proof?: string }) => Promise<Envelope<LoginAnswer>>;
  loginToken: (token: string) => Promise<Envelope<UserInfo>>;
  /** The identity provider's anonymous sign-in. */
  signInAnonymously: () => Promise<Envelope<Identity>>;
  /** Resolves when the identity provider knows the user. */
  identityState: () => Promise<{ name: string | null; avatar: string | null } | null>;
  /** Resolves to whether this is the session now: false if the user has signed in since a guest was requested. */
  saveToken: (token: string) => Promise<boolean>;
  signIn: (info: UserInfo) => void;
  updateProfile: (fields: Partial<UserInfo>) => void;
  storedLocale: () => string | null;
  changeLocale: (locale: string) => void;
  /** `s` of the URL. */
  source: string | null;
  stat: (event: { action: string; target: number; remark: string }) => Promise<unknown>;
};

/**
 * Start-up as in the spec (section 4): configuration, then one of three ways to a session, then the identity provider's
 * state, then ready. One pass; every phase is passed to `enter`, the last one is returned.
 */
export async function startUp(
  ports: StartUpPorts,
  enter: (phase: StartUpPhase) => void,
): Promise<StartUpPhase> {
  const to = <P extends StartUpPhase>(phase: P): P => {
    enter(phase);
    return phase;
  };

  to({ at: "config" });
  const config = await ports.config();
  if (config.c !== 0) return to({ at: "failed", reason: 1 });

  if (ports.nativeHost) {
    to({ at: "native" });
    const signed = await signInThroughHost(ports, ports.nativeHost);
    if (!signed) return to({ at: "failed", reason: 2 });
  } else {
    const token = await ports.knownToken();
    if (token !== null) {
      to({ at: "token" });
      const answer = await ports.loginToken(token);
      if (answer.c === 0) await accept(ports, { token, info: answer.d as UserInfo });
    } else {
      to({ at: "anonymous" });
      await signInAsGuest(ports);
    }
  }

  to({ at: "identity" });
  const state = await ports.identityState();
  if (state)
    ports.updateProfile({
      ...(state.name && { name: state.name }),
      ...(state.avatar && { avatar: state.avatar }),
    });
  const ready = to({ at: "ready" });
  if (ports.source !== null) await ports.stat({ action: "source", target: 0, remark: ports.source });
  return ready;
}

/**
 * Creates a guest: at start-up, and again at the first write after a token was refused.
 * @returns whether there is a session now
 */
export async function signInAsGuest(
  ports: Pick<StartUpPorts, "signInAnonymously" | "loginUid" | "saveToken" | "signIn">,
): Promise<boolean> {
  const identity = await ports.signInAnonymously();
  return identity.c === 0 && enterWith(ports, identity.d as Identity);
}

/**
 * Exchanges a proven identity for a session.
 * @returns whether it was accepted
 */
export async function enterWith(
  ports: Pick<StartUpPorts, "loginUid" | "saveToken" | "signIn">,
  { uid, proof }: { uid: string; proof: string },
): Promise<boolean> {
  const answer = await ports.loginUid({ uid, proof });
  if (answer.c !== 0) return false;
  await accept(ports, answer.d as LoginAnswer);
  return true;
}

/** @returns false if the host names no user: start-up can't continue */
async function signInThroughHost(ports: StartUpPorts, host: NativeHost): Promise<boolean> {
  await host.login();
  const user = await host.currentUser();
  if (!user?.uid) return false;
  const answer = await ports.loginUid({ uid: user.uid, ...(user.proof && { proof: user.proof }) });
  if (answer.c === 0) {
    await accept(ports, answer.d as LoginAnswer);
    host.initialised();
    if (ports.storedLocale() === null) {
      const locale = await host.locale();
      if (locale) ports.changeLocale(locale);
    }
  }
  return true;
}

async function accept(
  ports: Pick<StartUpPorts, "saveToken" | "signIn">,
  { token, info }: LoginAnswer,
): Promise<void> {
  if (await ports.saveToken(token)) ports.signIn(info);
}
