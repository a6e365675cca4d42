import type { Encoding } from "../../../../contract/index.ts";
import type { AdminServer } from "../../../lib/require-permission.server.ts";

/** State of the encoding of the file stored last for an episode; null if no file was stored. */
export async function latestEncoding(
  { api, unwrap }: AdminServer,
  { id, index }: { id: string; index: number },
): Promise<Encoding | null> {
  const { items } = unwrap(await api.get("z/encoding/list", { movie: id, index, limit: 1 }));
  return items[0] ?? null;
}
