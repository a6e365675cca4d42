/** What a push of the service holds: api/domain/service/pushes/send-pushes.ts writes it. */
type Payload = {
  id: string;
  topic: string;
  title: string;
  text: string;
  to: string;
  tag: string;
  lang: string;
  dir: "ltr" | "rtl";
  /** The words of the button that ends the topic's pushes. */
  off: string;
};
type Kept = Pick<Payload, "id" | "topic" | "to">;

/** The parts of a worker's global that pushes need. */
export type PushScope = {
  location: { origin: string };
  registration: {
    showNotification: (title: string, options: object) => Promise<void>;
    pushManager: { subscribe: (options: object) => Promise<PushSubscription> };
  };
  clients: {
    matchAll: (options: { type: "window"; includeUncontrolled: boolean }) => Promise<readonly WindowPage[]>;
    openWindow: (url: string) => Promise<unknown>;
  };
};
type WindowPage = {
  url: string;
  focus?: () => Promise<unknown>;
  navigate?: (url: string) => Promise<unknown>;
};

export type PushEvent = { data: { json: () => unknown } | null };
export type NotificationClick = {
  action: string;
  notification: { close: () => void; data: unknown };
};
export type SubscriptionChange = {
  oldSubscription?: { options: { applicationServerKey: ArrayBuffer | null } } | null;
  newSubscription?: PushSubscription | null;
};

/** Shows a push. Browsers demand that each is shown, so one that can't be read says the service's name. */
export async function showPush(scope: PushScope, event: PushEvent): Promise<void> {
  const payload = read(event);
  if (!payload)
    return scope.registration.showNotification(await nameOf(scope), { tag: "unread", data: null });
  const { title, text, tag, lang, dir, off, id, topic, to } = payload;
  await scope.registration.showNotification(title, {
    body: text,
    tag,
    lang,
    dir,
    icon: "/icons/icon-192.png",
    data: { id, topic, to } satisfies Kept,
    actions: [{ action: "off", title: off }],
  });
}

/** As a page has told it (app/features/offline/protocol.ts). */
async function nameOf({ location }: PushScope): Promise<string> {
  const note = await caches.match("/name", { cacheName: "notes" }).catch(() => undefined);
  return (await note?.text()) ?? new URL(location.origin).host;
}

/** Opens what a notification is about, in a page that is open already if there is one; or ends its topic. */
export async function clickPush(
  scope: PushScope,
  { action, notification }: NotificationClick,
): Promise<void> {
  notification.close();
  const { id, topic, to } = (notification.data ?? {}) as Partial<Kept>;
  if (action === "off" && topic) return send("/profile/notifications", { intent: "off", topic });
  const seen = id ? send("/profile/inbox", { intent: "open", id }) : Promise.resolve();
  const page = new URL(to ?? "/profile/inbox", scope.location.origin);
  const url = page.origin === scope.location.origin ? page.href : `${scope.location.origin}/profile/inbox`;
  await Promise.all([seen, open(scope, url)]);
}

/** Subscribes again when the browser has changed the subscription by itself. */
export async function renewSubscription(scope: PushScope, event: SubscriptionChange): Promise<void> {
  const applicationServerKey = event.oldSubscription?.options.applicationServerKey;
  const subscription =
    event.newSubscription ??
    (applicationServerKey
      ? await scope.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
      : null);
  // Without the key the next visit does it.
  if (!subscription) return;
  const { endpoint = "", keys = {} } = subscription.toJSON();
  await send("/profile/notifications", {
    intent: "renew",
    endpoint,
    p256dh: keys.p256dh ?? "",
    auth: keys.auth ?? "",
  });
}

function read({ data }: PushEvent): Payload | null {
  try {
    const payload = data?.json() as Payload | null | undefined;
    return typeof payload?.title === "string" ? payload : null;
  } catch {
    return null;
  }
}

async function open(scope: PushScope, url: string): Promise<void> {
  const pages = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => page.url === url);
  if (there?.focus) return void (await there.focus());
  await scope.clients.openWindow(url);
}

/** Posts a form of a page, with the session's cookie. A failure leaves what it was about as it is. */
async function send(path: string, fields: Record<string, string>): Promise<void> {
  await fetch(path, {
    method: "POST",
    body: new URLSearchParams(fields),
    redirect: "manual",
    credentials: "same-origin",
  }).catch(() => undefined);
}
