import type { OutputOf } from "../../../../contract/index.ts";
import type { AdminServer } from "../../../lib/require-permission.server.ts";
import { readList } from "../../kit/read-list.ts";
import { readMagnetQuery } from "./magnet-query.ts";
import { languageNames } from "../../../lib/formats.ts";

const pageLength = 50;

/** The current page of the list. */
export async function magnetsNow({ api, unwrap }: AdminServer, search: URLSearchParams) {
  const { answer, leftOut } = await readList(readMagnetQuery(search), (given) =>
    api.get("z/magnet/list", { ...given, limit: pageLength }),
  );
  return { at: Date.now(), ...unwrap(answer), leftOut };
}

/** The current state of one magnet. */
export async function magnetNow(server: AdminServer, id: string) {
  return withNames(server, server.unwrap(await server.api.get("z/magnet/read", { id })));
}

/** A magnet just read, and the names of its subtitle languages. */
export function withNames<One extends OutputOf<"z/magnet/read">>({ locale }: AdminServer, one: One) {
  const tags = one.magnet.list.flatMap(({ subtitles }) => subtitles?.locale ?? []);
  const words = languageNames(locale);
  const names = Object.fromEntries([...new Set(tags)].map((tag) => [tag, words.of(tag) ?? tag]));
  return { at: Date.now(), ...one, names };
}
