import type { adminEncodingCalls } from "../../contract/ingest/admin-encoding.ts";
import type { Db } from "../db/client.ts";
import type { Jobs } from "../db/jobs.ts";
import type { CatalogueCache } from "../domain/catalogue/catalogue-cache.ts";
import {
  cancelEncoding,
  pauseEncoding,
  prioritiseEncoding,
  resumeEncoding,
  retryEncoding,
} from "../domain/ingest/encoding/change-encoding.ts";
import { listEncodings, readEncoding } from "../domain/ingest/encoding/read-encodings.ts";
import { startEncoding } from "../domain/ingest/encoding/start-encoding.ts";
import type { Storage } from "../ports/storage.ts";
import { adminOf } from "./admin-of.ts";
import type { CallContext, Handlers } from "./call-context.ts";

export type AdminEncodingDeps = { db: Db; jobs: Jobs; storage: Storage; cache: CatalogueCache };
type Call = keyof typeof adminEncodingCalls;

/** The calls by which admins turn stored files into movies. A worker does the encoding. */
export function createAdminEncodingHandlers(deps: AdminEncodingDeps): Pick<Handlers, Call> {
  const { db } = deps;
  const by = (context: CallContext) => ({ admin: adminOf(context), now: context.now });
  return {
    "z/encoding/list": (input) => listEncodings(db, input),
    "z/encoding/detail": (input) => readEncoding(db, input),
    "z/encoding/start": ({ movie, priority = 0, ...input }, context) =>
      startEncoding(deps, { ...input, id: movie, priority, ...by(context) }),
    "z/encoding/pause": (input, context) => pauseEncoding(deps, { ...input, ...by(context) }),
    "z/encoding/resume": (input, context) => resumeEncoding(deps, { ...input, ...by(context) }),
    "z/encoding/retry": (input, context) => retryEncoding(deps, { ...input, ...by(context) }),
    "z/encoding/cancel": async (input, context) => {
      const answer = await cancelEncoding(deps, { ...input, ...by(context) });
      // Its preview was playable until now.
      deps.cache.clear();
      return answer;
    },
    "z/encoding/priority": (input, context) => prioritiseEncoding(deps, { ...input, ...by(context) }),
  };
}
