import type { adminMagnetCalls } from "../../contract/ingest/admin-magnets.ts";
import type { Db } from "../db/client.ts";
import { addMagnets } from "../domain/ingest/magnets/add-magnets.ts";
import { changeMagnet } from "../domain/ingest/magnets/change-magnet.ts";
import { chooseFiles } from "../domain/ingest/magnets/choose-files.ts";
import { readService, type ServiceDeps } from "../domain/ingest/magnets/magnet-service.ts";
import { listMagnets, readMagnet } from "../domain/ingest/magnets/read-magnets.ts";
import { adminOf } from "./admin-of.ts";
import type { CallContext, Handlers } from "./call-context.ts";

/** `allows`: whether connecting to an address is allowed. */
export type AdminMagnetDeps = { db: Db; magnets: ServiceDeps & { allows: (host: string) => boolean } };

/** `z/magnet/…`: contract/ingest/admin-magnets.ts. A worker does the downloads. */
export function createAdminMagnetHandlers({
  db,
  magnets,
}: AdminMagnetDeps): Pick<Handlers, keyof typeof adminMagnetCalls> {
  const deps = { db, ...magnets };
  const by = (context: CallContext) => ({ admin: adminOf(context), now: context.now });
  const one = async (id: string) => ({
    magnet: await readMagnet(db, { id }),
    service: await readService(magnets),
  });
  return {
    "z/magnet/list": async (input) => ({
      ...(await listMagnets(db, input)),
      service: await readService(magnets),
    }),
    "z/magnet/read": ({ id }) => one(id),
    "z/magnet/add": async (input, context) => ({
      lines: await addMagnets(deps, { ...input, ...by(context) }),
      service: await readService(magnets),
    }),
    "z/magnet/choose": async (input, context) => {
      await chooseFiles(deps, { ...input, ...by(context) });
      return one(input.id);
    },
    "z/magnet/change": async (input, context) => {
      await changeMagnet(deps, { ...input, ...by(context) });
      if (input.action !== "remove") return one(input.id);
      return { magnet: null, service: await readService(magnets) };
    },
  };
}
