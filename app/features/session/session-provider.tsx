import { useNavigate } from "@remix-run/react";
import {
  createContext,
  startTransition,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from "react";
import { useTranslation } from "react-i18next";
import type { UserInfo } from "../../../contract/index.ts";
import { holdForms } from "../../lib/send-form.ts";
import { LoadingOverlay } from "../../ui/loading-overlay.tsx";
import type { BrowserSession, BrowserSessionOptions, ServerFindings } from "./browser-session.ts";
import { createBrowserSession } from "./browser-session.ts";
import { InitialisationFailed } from "./initialisation-failed.tsx";
import type { SessionState } from "./session-store.ts";
import { useQuietRevalidation } from "./use-quiet-revalidation.ts";

type Held = { session: BrowserSession | null; initial: SessionState };

/** Changes once, when start-up begins; its state is in a context of its own, for those who follow all of it. */
const SessionContext = createContext<Held | null>(null);
const StateContext = createContext<SessionState | null>(null);

type Props = {
  findings: ServerFindings;
  locale: string;
  identity: BrowserSessionOptions["identity"];
  nativeHost: BrowserSessionOptions["nativeHost"];
  storedLocale: () => string | null;
  changeLocale: (locale: string) => void;
  toast: (message: string) => void;
  children: ReactNode;
};

/**
 * Runs start-up once after hydration, over the page the server rendered, and provides the session to the app. The
 * server renders it with its own data: signed or not, and not started.
 */
export function SessionProvider(props: Props) {
  const { findings, identity, locale, nativeHost, storedLocale, changeLocale, toast, children } = props;
  const { t } = useTranslation();
  const revalidate = useQuietRevalidation();
  const navigate = useNavigate();
  const [session, setSession] = useState<BrowserSession | null>(null);
  const latest = useRef({ locale, t, revalidate, toast });
  latest.current = { locale, t, revalidate, toast };

  useEffect(() => {
    const created = createBrowserSession({
      findings,
      identity,
      nativeHost,
      locale: () => latest.current.locale,
      storedLocale,
      changeLocale,
      text: (key) => latest.current.t(`errors.${key}`),
      toast: (message) => latest.current.toast(message),
      onChanged: () => latest.current.revalidate(),
    });
    holdForms(created.tokenKnown());
    // In pieces: every component that calls the API renders again.
    startTransition(() => setSession(created));
    // Once per page load: start-up is over when it has run, whatever the loaders find later.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  // Not before the page knows it: a store that changes meanwhile makes React render in one piece.
  useEffect(() => void session?.start(), [session]);

  const seen = useRef(whoIs(findings.user));
  useEffect(() => {
    const before = seen.current;
    seen.current = whoIs(findings.user);
    if (!session) return;
    // Start-up itself reloads the page after it has signed the user in; it knows that change already.
    const { info } = session.store.read();
    const known = before === seen.current || whoIs(info) === seen.current;
    // The session had ended here, and the same user has signed in again.
    const isBack = findings.user?.anonymous === 0 && info?.anonymous !== 0;
    if (!known || isBack) void session.follow(findings.user);
    else if (findings.user) session.store.updateProfile(findings.user);
  }, [session, findings.user]);

  const [initial] = useState(() => stateOf(findings));
  const held = useMemo(() => ({ session, initial }), [session, initial]);
  const state = useHeld(held, whole);
  if (state.phase.at === "failed") {
    return <InitialisationFailed reason={state.phase.reason} onReload={() => navigate(0)} />;
  }
  return (
    <SessionContext.Provider value={held}>
      <StateContext.Provider value={state}>{children}</StateContext.Provider>
      <LoadingOverlay
        active={state.loading > 0 || (session !== null && starting(state))}
        label={t("nav.loading")}
      />
    </SessionContext.Provider>
  );
}

/** @returns the browser's session (null on the server and before hydration) and its state, with each change of it */
export function useSession(): { session: BrowserSession | null; state: SessionState } {
  const session = useBrowserSession();
  const state = useContext(StateContext);
  if (!state) throw new Error("useSession is used outside SessionProvider");
  return { session, state };
}

/** @returns the browser's session (null on the server and before hydration) */
export function useBrowserSession(): BrowserSession | null {
  return useContextOf().session;
}

/** @returns a fact of the session's state, which renders the component again only when the fact is another one */
export function useSessionFact<T>(select: (state: SessionState) => T): T {
  return useHeld(useContextOf(), select);
}

function useContextOf(): Held {
  const held = useContext(SessionContext);
  if (!held) throw new Error("the session is used outside SessionProvider");
  return held;
}

function useHeld<T>({ session, initial }: Held, select: (state: SessionState) => T): T {
  return useSyncExternalStore(
    session ? session.store.subscribe : nothing,
    () => select(session ? session.store.read() : initial),
    () => select(initial),
  );
}

const whole = (state: SessionState): SessionState => state;

/** The state as the server has found it. */
function stateOf({ config, user }: ServerFindings): SessionState {
  return {
    phase: config.c !== 0 ? { at: "failed", reason: 1 } : { at: "config" },
    signed: user !== null,
    info: user,
    loading: 0,
  };
}

/** Identifies the user of a session: a guest who has become an account has another session under the same uid. */
function whoIs(user: UserInfo | null): string | undefined {
  return user ? `${user.anonymous} ${user.uid}` : undefined;
}

function starting({ phase }: SessionState): boolean {
  return phase.at !== "ready" && phase.at !== "failed";
}

const nothing = () => () => {};
