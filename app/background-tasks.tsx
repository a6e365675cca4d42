import { useRouteLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import type { Envelope } from "../contract/index.ts";
import { isAnythingKept } from "./features/downloads/kept-flag.ts";
import { measure } from "./features/firebase/measuring.ts";
import { OfflineBar } from "./features/offline/offline-bar.tsx";
import { askForSync, registerWorker, whenSent } from "./features/offline/register.ts";
import { sendAll } from "./features/outbox/outbox.ts";
import { openOutbox } from "./features/outbox/store.ts";
import { useSession } from "./features/session/session-provider.tsx";
import { tokenStorage } from "./features/session/token-storage.ts";
import { useQuietRevalidation } from "./features/session/use-quiet-revalidation.ts";
import { useDocument } from "./lib/document-context.ts";

/**
 * Background work of every page once it is idle: registers the service worker, and sends writes that were made offline
 * when the network is back. Shows the bar that says that there is none.
 */
export default function BackgroundTasks() {
  const { locale, brand } = useDocument();
  const { session, state } = useSession();
  const reload = useQuietRevalidation();
  const ready = state.phase.at === "ready";

  const root = useRouteLoaderData<{
    config: Envelope<unknown>;
    dataSaver: boolean;
    user: { uid: string } | null;
  }>("root");
  const config = root?.config;

  // The server's value: it covers both this browser's choice and the account's.
  const saver = root?.dataSaver ?? false;
  useEffect(() => {
    if (ready) void registerWorker({ locale, brand }, saver);
  }, [ready, locale, brand, saver]);

  useEffect(() => {
    if (config) void measure(config);
  }, [config]);

  useEffect(() => whenSent(reload), [reload]);

  useEffect(() => {
    if (!session || !ready || !isAnythingKept()) return;
    // Without storage there is nothing to maintain.
    const look = async () =>
      (await import("./features/downloads/manager.ts")).downloadsOf(session.api).upkeep();
    void look().catch(() => undefined);
  }, [session, ready]);

  useEffect(() => {
    if (!session || !ready) return;
    const send = async () => {
      // Sends only the writes of this session: those of another one are discarded.
      const clientFor = (token: string) => (token === tokenStorage.read() ? session.api : null);
      if ((await sendAll(openOutbox(), clientFor)) > 0) reload();
    };
    // Without storage there is nothing to send.
    const trySend = () => void send().catch(() => undefined);
    // After the page closes, the browser wakes the worker for it, if supported.
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

  const uid = root?.user?.uid;
  useEffect(() => {
    // Nothing is loaded in a browser that takes no pushes.
    if (!session || !ready || !uid || localStorage.getItem("push") === null) return;
    void import("./features/notices/push-device.ts")
      .then(({ renewPush }) => renewPush(session.api, uid))
      .catch(() => undefined);
  }, [session, ready, uid]);

  return <OfflineBar kept={isAnythingKept} />;
}
