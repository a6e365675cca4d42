import type { ApiClient } from "../../api-client/create-client.ts";
import type { NoticeTopicName } from "../../../contract/service/notice-topics.ts";

/** Whether this browser takes pushes: now · could · the user has refused them · it has no such thing, as web views. */
export type DeviceState = "on" | "off" | "blocked" | "none";

/** This browser has subscribed: where the subscription is lost, as with its service worker, it is made again. */
const flag = "push";
/** Milliseconds between two looks at the subscription. */
const lookEveryMs = 24 * 3_600_000;

type Api = Pick<ApiClient, "get" | "post">;
const quietly = { loading: false, toast: false } as const;

/** Reads the state without asking the user anything. */
export async function deviceState(): Promise<DeviceState> {
  if (!canPush()) return "none";
  if (Notification.permission === "denied") return "blocked";
  if (Notification.permission !== "granted") return "off";
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ? "on" : "off";
}

/**
 * Asks the user for permission, then subscribes this browser. Call it from a click: browsers refuse to ask otherwise.
 * @param wanted the key that the subscription is bound to, and a topic to turn on
 */
export async function turnOnPush(
  api: Api,
  { pushKey, topic }: { pushKey: string; topic?: NoticeTopicName },
): Promise<DeviceState | "failed"> {
  if (!canPush()) return "none";
  const permission = await Notification.requestPermission();
  if (permission !== "granted") return permission === "denied" ? "blocked" : "off";
  const isSaved = await subscribe(api, { pushKey, ...(topic && { topic }) });
  return isSaved ? "on" : "failed";
}

/** Ends the pushes to this browser. */
export async function turnOffPush(api: Api): Promise<void> {
  localStorage.removeItem(flag);
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return;
  await api.post("push/unsubscribe", { endpoint: subscription.endpoint }, quietly);
  await subscription.unsubscribe();
}

/**
 * Once a day, and whenever the subscription has gone, makes that of a browser that had one known to the service again:
 * after the service worker was switched off and on, another key, or another sign-in.
 * @param mark of the session: another one is another owner
 */
export async function renewPush(api: Api, mark: string): Promise<void> {
  const known = localStorage.getItem(flag);
  if (known === null || !canPush() || Notification.permission !== "granted") return;
  const [at, by] = known.split(" ");
  const registration = await navigator.serviceWorker.ready;
  const subscription = await registration.pushManager.getSubscription();
  const isFresh = Date.now() - Number(at) < lookEveryMs && by === mark;
  if (subscription && isFresh) return;
  const answer = await api.get("notice/choices", {}, quietly);
  if (answer.c === 0) await subscribe(api, { pushKey: (answer.d as { pushKey: string }).pushKey, mark });
}

async function subscribe(
  api: Api,
  { pushKey, topic, mark = "" }: { pushKey: string; topic?: NoticeTopicName; mark?: string },
): Promise<boolean> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const applicationServerKey = bytesOf(pushKey);
  const before = await pushManager.getSubscription();
  // A browser keeps one subscription, and refuses another key while it does.
  if (before && !isSame(before.options.applicationServerKey, applicationServerKey))
    await before.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const { endpoint, keys } = subscription.toJSON();
  const input = { endpoint: endpoint!, p256dh: keys!.p256dh!, auth: keys!.auth!, ...(topic && { topic }) };
  const answer = await api.post("push/subscribe", input, quietly);
  if (answer.c !== 0) return false;
  localStorage.setItem(flag, `${Date.now()} ${mark}`);
  return true;
}

function canPush(): boolean {
  const worker = document.documentElement.dataset.worker !== "off" && "serviceWorker" in navigator;
  return worker && "PushManager" in window && "Notification" in window;
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

function isSame(held: ArrayBuffer | null, wanted: Uint8Array): boolean {
  const bytes = held && new Uint8Array(held);
  return bytes?.length === wanted.length && bytes.every((byte, place) => byte === wanted[place]);
}
