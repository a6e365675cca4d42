import { codes } from "../../../contract/codes.ts";
import type { ServerApi } from "../../lib/api.server.ts";

/**
 * Stops a player of the account, as the form beside it asks. One that has ended meanwhile is no error: the page shows
 * what is left.
 */
export async function stopStream(
  { api, unwrap }: ServerApi,
  stream: FormDataEntryValue | null,
): Promise<void> {
  const answer = await api.post("stream/stop", { id: String(stream) });
  if (answer.c !== codes.not_found.c && answer.c !== codes.invalid.c) unwrap(answer);
}
