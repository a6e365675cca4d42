import type { Encoding } from "../../../../contract/index.ts";
import type { AdminServer } from "../../../lib/require-permission.server.ts";

/**
 * State of the encoding of the file stored last for an episode; null if no file was stored. The newest one may be that
 * of its further codecs, which follows it.
 */
export async function latestEncoding(
  { api, unwrap }: AdminServer,
  { id, index }: { id: string; index: number },
): Promise<Encoding | null> {
  const { items } = unwrap(await api.get("z/encoding/list", { movie: id, index, limit: 2 }));
  return items.find(({ codecs }) => codecs === null) ?? null;
}
