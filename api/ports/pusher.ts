/** A browser as the Push API describes it; keys in base64url. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string };

export type Push = {
  /** JSON for the service worker: a few hundred bytes, no secret. */
  payload: string;
  /** Of pushes with one topic that wait for a browser, the service keeps the last; up to 32 of base64url. */
  topic: string;
  /** Seconds for which the push service keeps it for a browser that is off. */
  ttlS: number;
};

/**
 * What became of a push: handed over · the subscription has ended for good · refused for now, or not reached at all, to
 * try again after a while · refused, or nothing is known, so it must not be sent again.
 */
export type PushResult =
  { is: "sent" } | { is: "gone" } | { is: "later"; afterS: number | null } | { is: "lost" };

export type Pusher = {
  /** Public key of this service (VAPID), base64url. */
  publicKey: string;
  /** Whether a push may ever be sent there, by its address alone. */
  allows: (endpoint: string) => boolean;
  /** Never rejects. */
  send: (target: PushTarget, push: Push) => Promise<PushResult>;
};
