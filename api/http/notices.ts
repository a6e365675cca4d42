import type { noticeCalls, noticeChoiceCalls } from "../../contract/service/notices.ts";
import type { Db } from "../db/client.ts";
import type { Words } from "../domain/service/mail/letter.ts";
import { declinePush, readChoices, saveChoices, turnOff } from "../domain/service/notices/choices.ts";
import { listNotices, removeNotices, seeNotices } from "../domain/service/notices/list-notices.ts";
import { readUnsubscribeToken, unsubscribe } from "../domain/service/notices/unsubscribe.ts";
import { subscribePush, unsubscribePush } from "../domain/service/pushes/subscriptions.ts";
import type { Pusher } from "../ports/pusher.ts";
import type { Handlers } from "./call-context.ts";
import { signedIn } from "./callers.ts";

export type NoticeDeps = {
  db: Db;
  words: Words;
  pusher: Pusher;
  /** Whether mails can be sent. */
  mails: boolean;
  /** Signs the links that turn mails off. */
  secret: string;
};
type Call = Exclude<keyof (typeof noticeCalls & typeof noticeChoiceCalls), "push/offer">;

/** The inbox, and how users want to be told. */
export function createNoticeHandlers(deps: NoticeDeps): Pick<Handlers, Call> {
  const { db, secret } = deps;
  return {
    "notice/list": (input, { session, locale }) =>
      listNotices(deps, { ...input, uid: signedIn({ session }).user.uid, locale }),
    "notice/seen": (input, { session, locale, now }) =>
      seeNotices(deps, { ...input, uid: signedIn({ session }).user.uid, locale, now }),
    "notice/remove": (input, { session }) =>
      removeNotices(db, { ...input, uid: signedIn({ session }).user.uid }),
    "notice/choices": (_input, { session }) => readChoices(deps, signedIn({ session }).user),
    "notice/choose": async (input, { session }) => {
      await saveChoices(db, { ...input, user: signedIn({ session }).user });
      return {};
    },
    "notice/turn-off": async ({ topic }, { session }) => {
      await turnOff(db, { uid: signedIn({ session }).user.uid, topic });
      return {};
    },
    "push/subscribe": async (input, { session, locale, now }) => {
      await subscribePush(deps, { ...input, ...signedIn({ session }), locale, now });
      return {};
    },
    "push/unsubscribe": async ({ endpoint }, { session }) => {
      await unsubscribePush(db, { uid: signedIn({ session }).user.uid, endpoint });
      return {};
    },
    "push/decline": async (_input, { session, now }) => {
      await declinePush(db, { uid: signedIn({ session }).user.uid, now });
      return {};
    },
    "notice/mail-link": async ({ token }) => ({ topic: readUnsubscribeToken(token, secret)?.topic ?? null }),
    "notice/unsubscribe": ({ token }) => unsubscribe(db, { token, secret }),
  };
}
