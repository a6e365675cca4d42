import type { downloadCalls } from "../../contract/library/downloads.ts";
import type { DownloadDeps } from "../domain/library/downloads/episode-to-keep.ts";
import { issueLicence, offerDownload } from "../domain/library/downloads/issue-licence.ts";
import { releaseLicences, renewLicences } from "../domain/library/downloads/renew-licences.ts";
import { Failure } from "../domain/kernel/failure.ts";
import type { User } from "../domain/kernel/user.ts";
import type { CallContext, Handlers } from "./call-context.ts";

/** The calls about movies downloaded to a device: contract/library/downloads.ts. */
export function createDownloadHandlers(deps: DownloadDeps): Pick<Handlers, keyof typeof downloadCalls> {
  return {
    "download/offer": (input, context) =>
      offerDownload(deps, { ...input, user: userOf(context), now: context.now }),
    "download/licence": (input, context) =>
      issueLicence(deps, { ...input, user: userOf(context), now: context.now }),
    "download/renew": ({ licences }, context) =>
      renewLicences(deps, { licences, user: userOf(context), now: context.now }),
    "download/release": ({ licences }, context) =>
      releaseLicences(deps.db, { licences, user: userOf(context) }),
  };
}

/** The router already refuses callers without a session; this checks it again where it matters. */
function userOf({ session }: CallContext): User {
  if (!session) throw new Failure("unauthorised");
  return session.user;
}
