import { useSyncExternalStore } from "react";
import { showUploads, useUploadSession, type UploadSession } from "./uploads-frame.tsx";
import { isUnfinished, Uploads, type UploadsState } from "./uploads.ts";

/** A document has one session, and its uploads outlive the admin area's frame: the sign-in page has none. */
const ofSession = new WeakMap<UploadSession, Uploads>();
const none: UploadsState = { hold: null, items: [] };

/** @returns the uploads of this document; null until its session is known */
export function useUploads(): Uploads | null {
  const session = useUploadSession();
  return session && uploadsOf(session);
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
  uploads.subscribe(showUploads);
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
