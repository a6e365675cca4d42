import { codes } from "../../../../contract/codes.ts";
import { cuesPerPage } from "../../../../contract/ingest/values.ts";
import { notFound, type AdminServer } from "../../../lib/require-permission.server.ts";
import type { CueList } from "./cue-outcome.ts";

export type CuePlace = { id: string; index: number; subtitle: string };

/** Which track an address names, and at which line it is opened. */
export function placeOf(request: Request, id: string): CuePlace & { from: number } {
  const search = new URL(request.url).searchParams;
  const from = Math.trunc(Number(search.get("from") ?? 1));
  return {
    id,
    index: Number(search.get("episode") ?? 1),
    subtitle: search.get("track") ?? "",
    from: from >= 1 && from <= 20_000 ? from : 1,
  };
}

/**
 * A page of lines, and the video that they belong to.
 * @throws Response 404, also for a malformed address
 */
export async function readCuePage(
  server: AdminServer,
  context: Parameters<typeof notFound>[1],
  { from, ...track }: CuePlace & { from: number },
): Promise<{ list: CueList; preview: string | null; title: string }> {
  const { api, unwrap, locale } = server;
  const ask = (first: number) => api.get("z/cue/list", { ...track, from: first, limit: cuesPerPage });
  let answer = await ask(from);
  if (answer.c === codes.invalid.c) throw notFound(server, context);
  // Lines were deleted, or the number was never there: the first page.
  if (from > 1 && unwrap(answer).items.length === 0) answer = await ask(1);
  const list = unwrap(answer);
  const movie = unwrap(await api.get("z/movie/detail", { id: track.id }));
  const episode = movie.episodes.find(({ index }) => index === track.index);
  const { texts, originalLanguage } = movie;
  const text =
    texts[locale as "en"] ?? texts.en ?? texts[originalLanguage as "en"] ?? Object.values(texts)[0];
  return {
    list,
    preview: episode?.asset?.preview ?? null,
    title: text?.title ?? movie.id,
  };
}
