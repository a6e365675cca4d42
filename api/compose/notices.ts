import type { NoticeTopicName } from "../../contract/service/notice-topics.ts";
import { createWebPusher } from "../adapters/web-push-pusher/web-push-pusher.ts";
import { freeBytes } from "../domain/service/files/room.ts";
import { mailNotices } from "../domain/service/notices/mail-digest.ts";
import { adminsOf } from "../domain/service/notices/raise-notices.ts";
import { tellDisk, tellFeedback } from "../domain/service/notices/service-notices.ts";
import { spreadNotices } from "../domain/service/notices/spread-notices.ts";
import type { NoticeTopic, NoticeTopics } from "../domain/service/notices/topics.ts";
import { sendPushes } from "../domain/service/pushes/send-pushes.ts";
import { createNoticeHandlers } from "../http/notices.ts";
import type { Mailer } from "../ports/mailer.ts";
import type { BackgroundTask } from "../worker/background-tasks.ts";
import { hourMs, minuteMs, type Kernel } from "./kernel.ts";

/**
 * Wires notices, pushes and the mail with them. Other areas add their topics: one entry of `topics` finds what has
 * happened and names its users; its texts are `mail.notice.<topic>`.
 */
export function composeNotices(kernel: Kernel, mailer: Mailer | null) {
  const { options, db, clock, messages, onBug, count } = kernel;
  const { work = {}, dataDir } = options;
  const linkBase = options.mail?.linkBase ?? "";
  const secret = `${options.secret}.notices`;
  const words = messages.text;
  const pusher = createWebPusher({
    secret,
    subject: linkBase.startsWith("https:") ? linkBase : "mailto:operator@localhost",
    private: work.pushesPrivate ?? false,
  });
  const free = work.free ?? freeBytes;
  const topics: NoticeTopics = new Map<NoticeTopicName, NoticeTopic>([
    ["feedback-reply", {}],
    ["feedback-new", { audience: adminsOf("feedback-new"), find: (now) => tellFeedback(db, now) }],
    ["disk-low", { audience: adminsOf("disk-low"), find: (now) => tellDisk({ db, dataDir, free }, now) }],
  ]);

  async function tell(): Promise<number> {
    const now = clock.now();
    // One topic that fails does not keep the others from their users.
    for (const [name, { find }] of topics)
      await find?.(now).catch((error: unknown) => onBug(error, `notices of ${name}`));
    return spreadNotices({ db, topics }, now);
  }
  const onError = (error: unknown) => onBug(error, "mail of notices");
  const digest = { db, mailer, linkBase, words, secret, onError };
  const tasks: BackgroundTask[] = [
    { name: "tell", run: tell, firstMs: minuteMs / 2, everyMs: minuteMs },
    {
      name: "push",
      run: () => sendPushes({ db, pusher, words, count }, { now: clock.now }),
      firstMs: minuteMs,
      everyMs: minuteMs,
    },
    {
      name: "mail-notices",
      run: () => mailNotices(digest, clock.now()),
      firstMs: 4 * minuteMs,
      everyMs: hourMs,
    },
  ];
  return {
    topics,
    tasks,
    pushKey: pusher.publicKey,
    handlers: createNoticeHandlers({ db, words, pusher, mails: mailer !== null, secret }),
  };
}
