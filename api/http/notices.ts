import type { noticeCalls } from "../../contract/service/notices.ts";
import type { Db } from "../db/client.ts";
import type { Words } from "../domain/service/mail/letter.ts";
import { listNotices, removeNotices, seeNotices } from "../domain/service/notices/list-notices.ts";
import type { Handlers } from "./call-context.ts";
import { signedIn } from "./callers.ts";

export type NoticeDeps = { db: Db; words: Words };

/** The inbox, and how users want to be told. */
export function createNoticeHandlers(deps: NoticeDeps): Pick<Handlers, keyof typeof noticeCalls> {
  return {
    "notice/list": (input, { session, locale }) =>
      listNotices(deps, { ...input, uid: signedIn({ session }).user.uid, locale }),
    "notice/seen": (input, { session, locale, now }) =>
      seeNotices(deps, { ...input, uid: signedIn({ session }).user.uid, locale, now }),
    "notice/remove": (input, { session }) =>
      removeNotices(deps.db, { ...input, uid: signedIn({ session }).user.uid }),
  };
}
