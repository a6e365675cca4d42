import { z } from "zod";
import { get, post } from "../call.ts";
import { movieId } from "../fields.ts";

/** True: up. False: down. Null: neither. */
const liked = z.boolean().nullable();

export const voteCalls = {
  "vote/save": post({
    access: "session",
    summary: "The user's thumb up or down for a published movie, or neither. The last one counts.",
    input: z.strictObject({ id: movieId, liked }),
    output: z.strictObject({}),
  }),
  "vote/of": get({
    access: "session",
    summary: "The user's thumb for a movie.",
    input: z.strictObject({ id: movieId }),
    output: z.strictObject({ liked }),
  }),
};
