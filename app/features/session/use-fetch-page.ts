import { succeeded } from "../../../contract/envelope.ts";
import type { InputOf, NamesOf, OutputOf } from "../../../contract/index.ts";
import type { FetchPage } from "../../lib/use-growing-list.ts";
import { useBrowserSession } from "./session-provider.tsx";

/**
 * Fetches the further pages of a growing list by a call, without the loading overlay.
 * @param inputAt the call's input for the page at a cursor
 * @returns null until there is a session to fetch with
 */
export function useFetchPage<N extends NamesOf<"GET">>(
  name: N,
  inputAt: (cursor: string) => InputOf<N>,
): FetchPage<OutputOf<N>> | null {
  const session = useBrowserSession();
  if (!session) return null;
  return async (cursor) => {
    const answer = await session.api.get(name, inputAt(cursor), { loading: false });
    return succeeded(answer) ? answer.d : null;
  };
}
