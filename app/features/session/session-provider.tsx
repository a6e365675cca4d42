import { useNavigate } from "@remix-run/react";
import {
  createContext,
  useContext,
  useEffect,
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

const SessionContext = createContext<{ session: BrowserSession | null; state: SessionState } | null>(null);

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
    setSession(created);
    holdForms(created.tokenKnown());
    void created.start();
    // Once per page load: start-up is over when it has run, whatever the loaders find later.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

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

  const state = useSessionState(session, findings);
  if (state.phase.at === "failed") {
    return <InitialisationFailed reason={state.phase.reason} onReload={() => navigate(0)} />;
  }
  return (
    <SessionContext.Provider value={{ session, state }}>
      {children}
      <LoadingOverlay
        active={state.loading > 0 || (session !== null && starting(state))}
        label={t("nav.loading")}
      />
    </SessionContext.Provider>
  );
}

/** @returns the browser's session (null on the server and before hydration) and its state */
export function useSession(): { session: BrowserSession | null; state: SessionState } {
  const value = useContext(SessionContext);
  if (!value) throw new Error("useSession is used outside SessionProvider");
  return value;
}

function useSessionState(session: BrowserSession | null, findings: ServerFindings): SessionState {
  const failed = findings.config.c !== 0;
  const [initial] = useState<SessionState>(() => ({
    phase: failed ? { at: "failed", reason: 1 } : { at: "config" },
    signed: findings.user !== null,
    info: findings.user,
    loading: 0,
  }));
  return useSyncExternalStore(
    session ? session.store.subscribe : nothing,
    session ? session.store.read : () => initial,
    () => initial,
  );
}

/** Identifies the user of a session: a guest who has become an account has another session under the same uid. */
function whoIs(user: UserInfo | null): string | undefined {
  return user ? `${user.anonymous} ${user.uid}` : undefined;
}

function starting({ phase }: SessionState): boolean {
  return phase.at !== "ready" && phase.at !== "failed";
}

const nothing = () => () => {};
