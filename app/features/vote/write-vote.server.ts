import type { ServerApi } from "../../lib/api.server.ts";
import { ensureGuest } from "../../lib/guest.server.ts";

const votes = new Map<unknown, boolean | null>([
  ["vote-up", true],
  ["vote-down", false],
  ["vote-none", null],
]);

/**
 * Stores a vote, as the form without scripts asks; leaves any other form alone.
 * @param intent `vote-up`, `vote-down` or `vote-none`
 * @returns headers for the answer: the cookie of a guest that was created for it
 */
export async function writeVote(
  server: ServerApi,
  { id, intent, origin }: { id: string; intent: FormDataEntryValue | null; origin: string },
): Promise<Record<string, string>> {
  const liked = votes.get(intent);
  if (liked === undefined) return {};
  const headers = await ensureGuest(server, origin);
  server.unwrap(await server.api.post("vote/save", { id, liked }));
  return headers;
}
