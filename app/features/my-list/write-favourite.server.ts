import type { ServerApi } from "../../lib/api.server.ts";
import { ensureGuest } from "../../lib/guest.server.ts";

/**
 * Adds a movie to the list or removes it, as a form without scripts asks; leaves any other form alone.
 * @param intent `favourite-add` or `favourite-remove`
 * @returns headers for the answer: the cookie of a guest that was created for it
 */
export async function writeFavourite(
  server: ServerApi,
  { id, intent, origin }: { id: string; intent: FormDataEntryValue | null; origin: string },
): Promise<Record<string, string>> {
  if (intent !== "favourite-add" && intent !== "favourite-remove") return {};
  const headers = await ensureGuest(server, origin);
  const { api, unwrap } = server;
  if (intent === "favourite-add") unwrap(await api.post("favourite/add", { id }));
  else unwrap(await api.post("favourite/remove", { ids: [id] }));
  return headers;
}
