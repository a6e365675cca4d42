import type { DeliveryProblem } from "../../contract/service/webhook-events.ts";

export type WebhookPost = { headers: Record<string, string>; body: string };

/** What came back. It has arrived where there is no problem. */
export type WebhookReply = {
  /** HTTP status; null = there was no answer. */
  status: number | null;
  problem: DeliveryProblem | null;
  /** Milliseconds. */
  ms: number;
  /** The first letters of the answer. */
  answer: string;
  /** Seconds that the receiver asks to wait; null = it does not. */
  waitS: number | null;
};

export type WebhookSender = {
  /**
   * Whether messages may be sent to an address: https, and a public one. A name that can't be looked up now is allowed,
   * since its address is checked again with each connection.
   */
  allows: (url: string) => Promise<boolean>;
  /** Never rejects. */
  send: (url: string, post: WebhookPost) => Promise<WebhookReply>;
};
