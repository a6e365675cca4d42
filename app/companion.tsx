import { useRouteLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import type { Envelope } from "../contract/index.ts";
import { isAnythingKept } from "./features/downloads/kept-flag.ts";
import { measure } from "./features/firebase/measuring.ts";
import { askForSync, registerWorker, whenSent } from "./features/offline/register.ts";
import { sendAll } from "./features/outbox/outbox.ts";
import { openOutbox } from "./features/outbox/store.ts";
import { useSession } from "./features/session/session-provider.tsx";
import { tokenStorage } from "./features/session/token-storage.ts";
import { useQuietRevalidation } from "./features/session/use-quiet-revalidation.ts";
import { useDocument } from "./lib/document-context.ts";

/**
 * What runs beside every page once it is at rest: the service worker is registered, and what was written without a
 * network is sent when there is one. Shows nothing.
 */
export default function Companion() {
  const { locale } = useDocument();
  const { session, state } = useSession();
  const reload = useQuietRevalidation();
  const ready = state.phase.at === "ready";

  const root = useRouteLoaderData<{ config: Envelope<unknown>; dataSaver: boolean }>("root");
  const config = root?.config;

  // The server's word: it knows what was chosen in this browser as well as what the account says.
  const saver = root?.dataSaver ?? false;
  useEffect(() => {
    if (ready) void registerWorker(locale, saver);
  }, [ready, locale, saver]);

  useEffect(() => {
    if (config) void measure(config);
  }, [config]);

  useEffect(() => whenSent(reload), [reload]);

  useEffect(() => {
    if (!session || !ready || !isAnythingKept()) return;
    // Without storage there is nothing to look after.
    const look = async () =>
      (await import("./features/downloads/manager.ts")).downloadsOf(session.api).upkeep();
    void look().catch(() => undefined);
  }, [session, ready]);

  useEffect(() => {
    if (!session || !ready) return;
    const send = async () => {
      // Only what this very session wrote: another one's is thrown away.
      const clientFor = (token: string) => (token === tokenStorage.read() ? session.api : null);
      if ((await sendAll(openOutbox(), clientFor)) > 0) reload();
    };
    // Without storage there is nothing to send.
    const trySend = () => void send().catch(() => undefined);
    // With the page gone the browser wakes the worker for it, where it can.
    const wait = () => void askForSync().catch(() => undefined);
    if (navigator.onLine) trySend();
    else wait();
    addEventListener("online", trySend);
    addEventListener("offline", wait);
    return () => {
      removeEventListener("online", trySend);
      removeEventListener("offline", wait);
    };
  }, [session, ready, reload]);

  return null;
}
