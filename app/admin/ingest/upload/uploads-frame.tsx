import { createContext, Suspense, useContext, useSyncExternalStore, type ReactNode } from "react";
import type { UserInfo } from "../../../../contract/index.ts";
import type { ApiClient } from "../../../api-client/create-client.ts";

/** The session of the document. */
export type UploadSession = {
  api: ApiClient;
  store: { read: () => { info: UserInfo | null }; subscribe: (listener: () => void) => unknown };
};

const SessionContext = createContext<UploadSession | null>(null);
const listeners = new Set<() => void>();
let hasBegun = false;

type FrameProps = {
  /** Null until it is known, and on the server. */
  session: UploadSession | null;
  /** The list of uploads, whose code may come later. */
  list: ReactNode;
  children: ReactNode;
};

/** Around every page of the admin area: its session for uploads, and once there are any their list. */
export function UploadsFrame({ session, list, children }: FrameProps) {
  const shown = useSyncExternalStore(
    subscribe,
    () => hasBegun,
    () => false,
  );
  return (
    <SessionContext.Provider value={session}>
      {children}
      {shown ? <Suspense fallback={null}>{list}</Suspense> : null}
    </SessionContext.Provider>
  );
}

export const useUploadSession = (): UploadSession | null => useContext(SessionContext);

/** From now on the list of uploads is shown, as long as it has any. */
export function showUploads(): void {
  if (hasBegun) return;
  hasBegun = true;
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
