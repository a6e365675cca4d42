/**
 * What other software can be told of, by the type in a message. Triggers of the database note them with the change
 * itself (api/db/migrations/*_webhooks.sql). A message holds ids, and nothing else about a user.
 */
export const webhookEvents = [
  "movie.published",
  "movie.unpublished",
  "movie.deleted",
  "encoding.finished",
  "encoding.failed",
  "order.paid",
  "order.refunded",
  "order.disputed",
  "user.created",
  "user.deleted",
  "feedback.created",
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** The type of the message that an admin sends to try an endpoint. */
export const testEvent = "webhook.test";

/**
 * `waiting`: for its next try. `failed`: given up after the last one. `cancelled`: its endpoint was switched off first.
 */
export const deliveryStates = ["waiting", "delivered", "failed", "cancelled"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/**
 * Why a message did not arrive: no answer in time, an address that is not public, no connection, a broken or untrusted one,
 * a redirection (none is followed), or another status than 2xx.
 */
export const deliveryProblems = [
  "timeout",
  "private",
  "unreachable",
  "broken",
  "redirect",
  "status",
] as const;
export type DeliveryProblem = (typeof deliveryProblems)[number];

/** Why an endpoint is off: an admin's choice, failures for days, or its own answer 410. */
export const endpointOffs = ["admin", "failing", "gone"] as const;

export const mostEndpoints = 50;
export const longestEndpointName = 80;
export const longestEndpointUrl = 2_000;
/** How often a message is tried, in all. */
export const mostTries = 8;
/** Letters of an answer that the log keeps. */
export const keptAnswer = 500;
/** Hours for which the secret before a rotation signs as well. */
export const oldSecretHours = 24;
/** Days for which an endpoint may fail before it is switched off. */
export const mostFailingDays = 3;
/** Days for which the log keeps messages. */
export const logDays = 30;
