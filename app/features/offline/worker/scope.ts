/**
 * The parts of a service worker's global that are used here; TypeScript's own library for it excludes the one for
 * pages.
 */
export type LifeEvent = Event & { waitUntil: (work: Promise<unknown>) => void };
export type InstallEvent = LifeEvent & { addRoutes?: (rules: RouterRule[]) => Promise<void> };
export type RouterRule = { condition: { urlPattern: { pathname: string } }; source: "network" };
export type SyncEvent = LifeEvent & { tag: string };
export type FetchEvent = LifeEvent & {
  request: Request;
  clientId: string;
  preloadResponse: Promise<Response | undefined>;
  respondWith: (response: Promise<Response>) => void;
};
export type PageMessage = LifeEvent & { data: unknown };

export type WorkerScope = {
  location: { origin: string };
  skipWaiting: () => Promise<void>;
  registration: { navigationPreload?: { enable: () => Promise<void> } };
  clients: {
    claim: () => Promise<void>;
    get: (id: string) => Promise<{ url: string } | undefined>;
    matchAll: (options: {
      type: "window";
      includeUncontrolled: boolean;
    }) => Promise<readonly { postMessage: (message: unknown) => void }[]>;
  };
  addEventListener(type: "install", listener: (event: InstallEvent) => void): void;
  addEventListener(type: "activate", listener: (event: LifeEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void;
  addEventListener(type: "message", listener: (event: PageMessage) => void): void;
  addEventListener(
    type: "push",
    listener: (event: LifeEvent & { data: { json: () => unknown } | null }) => void,
  ): void;
  addEventListener(
    type: "notificationclick",
    listener: (
      event: LifeEvent & { action: string; notification: { close: () => void; data: unknown } },
    ) => void,
  ): void;
  addEventListener(
    type: "pushsubscriptionchange",
    listener: (
      event: LifeEvent & {
        oldSubscription?: PushSubscription | null;
        newSubscription?: PushSubscription | null;
      },
    ) => void,
  ): void;
  addEventListener(type: "sync", listener: (event: SyncEvent) => void): void;
};
