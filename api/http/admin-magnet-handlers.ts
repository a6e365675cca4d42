import type { adminMagnetCalls } from "../../contract/calls/admin-magnet.ts";
import type { Db } from "../db/client.ts";
import { addMagnets } from "../domain/magnet/add-magnets.ts";
import { changeMagnet } from "../domain/magnet/change-magnet.ts";
import { chooseFiles } from "../domain/magnet/choose-files.ts";
import { readService, type ServiceDeps } from "../domain/magnet/magnet-service.ts";
import { listMagnets, readMagnet } from "../domain/magnet/read-magnets.ts";
import { adminOf } from "./admin-of.ts";
import type { CallContext, Handlers } from "./call-context.ts";

/** `allows`: whether an address may be connected to. */
export type AdminMagnetDeps = { db: Db; magnets: ServiceDeps & { allows: (host: string) => boolean } };

/** `z/magnet/…`: contract/calls/admin-magnet.ts. The downloads themselves are a worker's. */
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
