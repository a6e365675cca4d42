import { z } from "zod";
import { device } from "../accounts/account.ts";
import { get, post } from "../call.ts";
import { episodeIndex, iso, movieId } from "../fields.ts";

/** Random, made by the player, the same for as long as its tab is open. */
const player = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/);

/** One player of the account that is playing now. */
export const openStream = z.strictObject({
  id: z.uuid(),
  movieId,
  title: z.string(),
  index: episodeIndex,
  isSeries: z.boolean(),
  ...device.pick({ browser: true, system: true, kind: true }).shape,
  /** It is of the session that asks. */
  here: z.boolean(),
  startedAt: iso,
});
export type OpenStream = z.infer<typeof openStream>;

export const streamCalls = {
  "stream/renew": post({
    access: "session",
    summary:
      "Says that a player is playing an episode, when it begins and every 20 seconds. Refused when as many others of the account play as its plan allows, or when another device has stopped this one.",
    input: z.strictObject({
      id: movieId,
      index: episodeIndex,
      player,
      /** The user has pressed play: what another device stopped begins again. */
      begins: z.boolean().optional(),
    }),
    /** Until when it counts, unless it is renewed. */
    output: z.strictObject({ expiresAt: iso }),
  }),
  "stream/end": post({
    access: "session",
    summary: "Says that a player has ended, or is being left.",
    input: z.strictObject({ player }),
    output: z.strictObject({}),
  }),
  "stream/list": get({
    access: "session",
    summary: "What plays now on the devices of the session's account, and how many may at a time.",
    input: z.strictObject({}),
    output: z.strictObject({ most: z.int(), items: z.array(openStream) }),
  }),
  "stream/stop": post({
    access: "session",
    summary:
      "Stops a player of the same account: it is told when it renews its stream, in 20 seconds at most.",
    input: z.strictObject({ id: z.uuid() }),
    output: z.strictObject({}),
  }),
};
