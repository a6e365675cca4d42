import { createContext, useContext, useSyncExternalStore, type ReactNode } from "react";
import type { UserInfo } from "../../../../contract/index.ts";
import type { ApiClient } from "../../../api-client/create-client.ts";
import { isUnfinished, Uploads, type UploadsState } from "./uploads.ts";

/** The session of the document. */
export type UploadSession = {
  api: ApiClient;
  store: { read: () => { info: UserInfo | null }; subscribe: (listener: () => void) => unknown };
};

const UploadsContext = createContext<Uploads | null>(null);
/** A document has one session, and its uploads outlive the admin area's frame: the sign-in page has none. */
const ofSession = new WeakMap<UploadSession, Uploads>();
const none: UploadsState = { hold: null, items: [] };

/** @param session null until it is known, and on the server */
export function UploadsProvider({
  session,
  children,
}: {
  session: UploadSession | null;
  children: ReactNode;
}) {
  return <UploadsContext.Provider value={session && uploadsOf(session)}>{children}</UploadsContext.Provider>;
}

/** @returns the uploads of this document; null until its session is known */
export function useUploads(): Uploads | null {
  return useContext(UploadsContext);
}

export function useUploadsState(uploads: Uploads | null): UploadsState {
  return useSyncExternalStore(
    uploads?.subscribe ?? (() => () => {}),
    uploads?.read ?? (() => none),
    () => none,
  );
}

function uploadsOf(session: UploadSession): Uploads {
  const known = ofSession.get(session);
  if (known) return known;
  const user = () => session.store.read().info;
  const uploads = new Uploads({
    api: session.api,
    user,
    online: () => navigator.onLine,
    onChange(listener) {
      for (const name of ["online", "offline", "focus", "storage"]) addEventListener(name, listener);
      let last = user();
      session.store.subscribe(() => {
        if (user() === last) return;
        last = user();
        listener();
      });
    },
    load: async () => (await import("./send-video.ts")).sendVideo,
  });
  ofSession.set(session, uploads);
  askBeforeLeaving(uploads);
  return uploads;
}

/** Closing or reloading the document ends its uploads. A listener that is always there would slow going back. */
function askBeforeLeaving(uploads: Uploads): void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  uploads.subscribe(() => {
    removeEventListener("beforeunload", ask);
    if (uploads.read().items.some(isUnfinished)) addEventListener("beforeunload", ask);
  });
}
