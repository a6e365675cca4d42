import type { AdminServer } from "../../../lib/require-permission.server.ts";
import { readMagnetQuery } from "./magnet-query.ts";

const pageLength = 50;

/** A page of the list as it stands now. */
export async function magnetsNow({ api, unwrap }: AdminServer, search: URLSearchParams) {
  const query = readMagnetQuery(search);
  const list = unwrap(await api.get("z/magnet/list", { ...query, limit: pageLength }));
  return { at: Date.now(), ...list };
}

/** One magnet as it stands now. */
export async function magnetNow({ api, unwrap }: AdminServer, id: string) {
  const one = unwrap(await api.get("z/magnet/read", { id }));
  return { at: Date.now(), ...one };
}
