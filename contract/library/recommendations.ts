import { z } from "zod";
import { get, post } from "../call.ts";
import { movieId } from "../fields.ts";
import { movieCard } from "../models.ts";

/** Movies that go with one that the user has watched, or has put on the list. */
const recommendedRow = z.strictObject({
  because: z.strictObject({ id: movieId, title: z.string() }),
  items: z.array(movieCard).min(1),
});

export const recommendationCalls = {
  "recommendation/list": get({
    access: "session",
    summary:
      "Movies for the session's user, in rows that each name their reason. None before something was watched, and none while the user has turned recommendations off.",
    input: z.strictObject({}),
    output: z.strictObject({ rows: z.array(recommendedRow) }),
  }),
  "profile/recommending": post({
    access: "session",
    summary: "Whether what the user watches recommends movies, to the user and to others.",
    input: z.strictObject({ on: z.boolean() }),
    output: z.strictObject({}),
  }),
};
