import { lookup } from "node:dns";
import { Agent as HttpAgent, request as requestHttp, type RequestOptions } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import type { RequestDetails } from "web-push";
import { isPublicHost } from "../../domain/kernel/public-address.ts";
import { bareHost, notPublic, publicLookup } from "../../domain/kernel/public-lookup.ts";
import type { Push, Pusher, PushResult, PushTarget } from "../../ports/pusher.ts";
import { vapidKeys } from "./vapid-keys.ts";

/** Milliseconds for a whole delivery. */
const patienceMs = 10_000;
/** Connections to one push service. */
const mostSockets = 64;
/** Nothing was sent: these come from before there is a connection. */
const unreached = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"]);

/** Loaded for the first push: most processes send none. */
const loadWebPush = async () => (await import("web-push")).default;
type WebPush = Awaited<ReturnType<typeof loadWebPush>>;

export type PusherSettings = {
  /** Source of the keys. */
  secret: string;
  /** Who sends, for the push services' operators: a URL with https, or `mailto:`. */
  subject: string;
  /** Allow http and addresses of this machine and its network, for tests; default false. */
  private?: boolean;
  /** Looks names up; left out, as the system does. */
  resolve?: typeof lookup;
};

/**
 * Sends pushes as RFC 8030 says, encrypted for the browser (RFC 8291). Endpoints are addresses that users have sent: they
 * are https on its own port, a name is resolved when connecting and its address has to be public, and no redirection is
 * followed.
 */
export function createWebPusher({
  secret,
  subject,
  private: anywhere = false,
  resolve = lookup,
}: PusherSettings): Pusher {
  const keys = vapidKeys(secret);
  const authorise = createSigner({ subject, ...keys });
  const agents = {
    "http:": new HttpAgent({ keepAlive: true, maxSockets: mostSockets }),
    "https:": new HttpsAgent({ keepAlive: true, maxSockets: mostSockets }),
  };
  const allows = (endpoint: string) => {
    const url = URL.parse(endpoint);
    if (!url || url.username !== "" || url.password !== "") return false;
    if (anywhere) return url.protocol === "https:" || url.protocol === "http:";
    return url.protocol === "https:" && url.port === "" && isPublicHost(bareHost(url.hostname));
  };
  return {
    publicKey: keys.publicKey,
    allows,
    async send(target, push) {
      if (!allows(target.endpoint)) return { is: "gone" };
      const webPush = await loadWebPush();
      let details: RequestDetails;
      try {
        details = describe(webPush, target, push);
      } catch {
        // Keys that are no point of the curve: nothing can be encrypted for this browser.
        return { is: "gone" };
      }
      const url = new URL(target.endpoint);
      const options: RequestOptions = {
        method: details.method,
        headers: { ...details.headers, ...authorise(webPush, url.origin) },
        agent: agents[url.protocol as keyof typeof agents],
        timeout: patienceMs,
        ...(!anywhere && { lookup: publicLookup(resolve) }),
      };
      return hand(url, options, details.body);
    },
  };
}

/** Milliseconds for which a statement of who sends is used again; it is valid for twelve hours. */
const signedMs = 3_600_000;
/** Push services whose statement is kept: there are few real ones, and users could name many. */
const mostServices = 50;

/** States who sends (VAPID): one statement for each push service, made anew each hour. */
function createSigner({
  subject,
  publicKey,
  privateKey,
}: {
  subject: string;
  publicKey: string;
  privateKey: string;
}): (webPush: WebPush, origin: string) => { Authorization: string } {
  const signed = new Map<string, { at: number; header: { Authorization: string } }>();
  return (webPush, origin) => {
    const known = signed.get(origin);
    if (known && Date.now() - known.at < signedMs) return known.header;
    const { Authorization } = webPush.getVapidHeaders(origin, subject, publicKey, privateKey, "aes128gcm");
    if (signed.size >= mostServices) signed.clear();
    signed.set(origin, { at: Date.now(), header: { Authorization } });
    return { Authorization };
  };
}

function describe(webPush: WebPush, { endpoint, p256dh, auth }: PushTarget, { payload, topic, ttlS }: Push) {
  return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    TTL: ttlS,
    topic,
    urgency: "normal",
    contentEncoding: "aes128gcm",
  });
}

function hand(url: URL, options: RequestOptions, body: Buffer | null): Promise<PushResult> {
  return new Promise((settle) => {
    const request = (url.protocol === "https:" ? requestHttps : requestHttp)(url, options, (response) => {
      // The answer's words are nothing to us, and may have no end.
      response.on("error", () => {});
      response.resume();
      response.on(
        "data",
        watchLength(() => response.destroy()),
      );
      settle(resultOf(response.statusCode ?? 0, response.headers["retry-after"]));
    });
    const timer = setTimeout(() => request.destroy(new Error("too slow")), patienceMs);
    request.on("close", () => clearTimeout(timer));
    request.on("error", ({ code = "" }: NodeJS.ErrnoException) =>
      settle(
        code === notPublic
          ? { is: "gone" }
          : unreached.has(code)
            ? { is: "later", afterS: null }
            : { is: "lost" },
      ),
    );
    request.end(body);
  });
}

/** Bytes of an answer that are read. */
const mostBytes = 64_000;

function watchLength(tooLong: () => void) {
  let bytes = 0;
  return (chunk: Buffer) => void ((bytes += chunk.length) > mostBytes && tooLong());
}

function resultOf(status: number, retryAfter: string | undefined): PushResult {
  if (status >= 200 && status < 300) return { is: "sent" };
  if (status === 404 || status === 410) return { is: "gone" };
  if (status !== 429 && status < 500) return { is: "lost" };
  const seconds = Number(retryAfter);
  const wait = Number.isNaN(seconds) ? (Date.parse(retryAfter ?? "") - Date.now()) / 1_000 : seconds;
  return { is: "later", afterS: wait > 0 ? Math.min(wait, 3_600) : null };
}
