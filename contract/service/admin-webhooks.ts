import { z } from "zod";
import { before, iso, paging, reason, revision } from "../admin-fields.ts";
import { get, post } from "../call.ts";
import { page } from "../models.ts";
import {
  deliveryProblems,
  deliveryStates,
  endpointOffs,
  longestEndpointName,
  longestEndpointUrl,
  testEvent,
  webhookEvents,
} from "./webhook-events.ts";

const fields = {
  name: z.string().trim().min(1).max(longestEndpointName),
  /** https, at a public address. */
  url: z.url({ protocol: /^https?$/ }).max(longestEndpointUrl),
  events: z.array(z.enum(webhookEvents)).min(1).max(webhookEvents.length),
};

/** `whsec_` and 32 bytes in base64, as Standard Webhooks has it. */
const secret = z.string().regex(/^whsec_[A-Za-z0-9+/]{43}=$/);

export const webhookEndpoint = z.strictObject({
  id: z.uuid(),
  ...fields,
  revision,
  createdAt: iso,
  /** Null = messages are sent. */
  off: z.strictObject({ at: iso, why: z.enum(endpointOffs) }).nullable(),
  /** Since when every message has failed; null = the last one arrived. */
  failingSince: iso.nullable(),
  /** Until when the secret before the last rotation signs as well; null = there is one secret. */
  oldSecretUntil: iso.nullable(),
  /** Messages of the last 30 days, by what became of them. */
  counts: z.strictObject({ waiting: z.int(), delivered: z.int(), failed: z.int() }),
});
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>;

export const webhookDelivery = z.strictObject({
  id: z.uuid(),
  /** The message's id (`webhook-id`): the same in each try. */
  message: z.uuid(),
  type: z.enum([...webhookEvents, testEvent]),
  at: iso,
  endpoint: z.strictObject({ id: z.uuid(), name: z.string() }),
  state: z.enum(deliveryStates),
  /** Since it was sent, or sent again by an admin. */
  tries: z.int(),
  /** Of a waiting one: when it is tried next. */
  nextAt: iso.nullable(),
  /** The last try; null = none yet. */
  last: z
    .strictObject({
      at: iso,
      /** HTTP status; null = there was no answer. */
      status: z.int().nullable(),
      /** Milliseconds. */
      ms: z.int(),
      problem: z.enum(deliveryProblems).nullable(),
      /** The first letters of the answer. */
      answer: z.string(),
    })
    .nullable(),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

/** Messages to other software about what happens, by Standard Webhooks. */
export const adminWebhookCalls = {
  "z/webhook/list": get({
    access: "admin",
    permission: "webhooks.read",
    summary: "Every endpoint, by name.",
    input: z.strictObject({}),
    output: z.strictObject({ items: z.array(webhookEndpoint) }),
  }),
  "z/webhook/create": post({
    access: "admin",
    permission: "webhooks.write",
    summary:
      "A new endpoint; its secret is in this answer alone. The same `key` makes one, however often it is sent.",
    input: z.strictObject({ key: z.uuid(), ...fields, reason: reason.optional() }),
    output: z.strictObject({ id: z.uuid(), secret }),
  }),
  "z/webhook/save": post({
    access: "admin",
    permission: "webhooks.write",
    summary:
      "Changes an endpoint, or switches it on or off. Messages that wait are dropped when it goes off.",
    input: z.strictObject({
      id: z.uuid(),
      revision,
      before: before.optional(),
      name: fields.name.optional(),
      url: fields.url.optional(),
      events: fields.events.optional(),
      on: z.boolean().optional(),
      reason: reason.optional(),
    }),
    output: z.strictObject({ revision }),
  }),
  "z/webhook/rotate": post({
    access: "admin",
    permission: "webhooks.write",
    summary: "A new secret. For 24 hours messages are signed with the old one as well.",
    input: z.strictObject({ id: z.uuid(), revision, reason: reason.optional() }),
    output: z.strictObject({ revision, secret, oldSecretUntil: iso }),
  }),
  "z/webhook/delete": post({
    access: "admin",
    permission: "webhooks.write",
    summary: "Deletes an endpoint and the log of its messages.",
    input: z.strictObject({ id: z.uuid(), revision, reason: reason.optional() }),
    output: z.strictObject({}),
  }),
  "z/webhook/test": post({
    access: "admin",
    permission: "webhooks.write",
    summary: "Sends a message of type `webhook.test` to an endpoint. The same `key` sends one.",
    input: z.strictObject({ id: z.uuid(), key: z.uuid() }),
    output: z.strictObject({ delivery: z.uuid() }),
  }),
  "z/webhook/deliveries": get({
    access: "admin",
    permission: "webhooks.read",
    summary: "Messages of the last 30 days, latest first.",
    input: z.strictObject({
      ...paging,
      endpoint: z.uuid().optional(),
      state: z.enum(deliveryStates).optional(),
      type: z.enum([...webhookEvents, testEvent]).optional(),
    }),
    output: page(webhookDelivery),
  }),
  "z/webhook/delivery": get({
    access: "admin",
    permission: "webhooks.read",
    summary: "One message, with its content.",
    input: z.strictObject({ id: z.uuid() }),
    output: webhookDelivery.extend({
      /** The body, as it is sent. */
      body: z.string(),
    }),
  }),
  "z/webhook/redeliver": post({
    access: "admin",
    permission: "webhooks.write",
    summary: "Sends a message again, with the same id. One that waits is tried now.",
    input: z.strictObject({ id: z.uuid() }),
    output: z.strictObject({}),
  }),
};
