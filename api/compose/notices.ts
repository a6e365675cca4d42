import type { NoticeTopicName } from "../../contract/service/notice-topics.ts";
import { adminsOf } from "../domain/service/notices/raise-notices.ts";
import { spreadNotices } from "../domain/service/notices/spread-notices.ts";
import { tellDisk, tellFeedback } from "../domain/service/notices/service-notices.ts";
import type { NoticeTopic, NoticeTopics } from "../domain/service/notices/topics.ts";
import { freeBytes } from "../domain/service/files/room.ts";
import { createNoticeHandlers } from "../http/notices.ts";
import type { BackgroundTask } from "../worker/background-tasks.ts";
import { minuteMs, type Kernel } from "./kernel.ts";

/**
 * Wires notices. Other areas add their topics: one entry of `topics` finds what has happened and names its users; its
 * texts are `mail.notice.<topic>`.
 */
export function composeNotices({ options, db, clock, messages, onBug }: Kernel) {
  const free = options.work?.free ?? freeBytes;
  const topics: NoticeTopics = new Map<NoticeTopicName, NoticeTopic>([
    ["feedback-reply", {}],
    ["feedback-new", { audience: adminsOf("feedback-new"), find: (now) => tellFeedback(db, now) }],
    [
      "disk-low",
      {
        audience: adminsOf("disk-low"),
        find: (now) => tellDisk({ db, dataDir: options.dataDir, free }, now),
      },
    ],
  ]);

  async function tell(): Promise<number> {
    const now = clock.now();
    // One topic that fails does not keep the others from their users.
    for (const [name, { find }] of topics)
      await find?.(now).catch((error: unknown) => onBug(error, `notices of ${name}`));
    return spreadNotices({ db, topics }, now);
  }
  const tasks: BackgroundTask[] = [{ name: "tell", run: tell, firstMs: minuteMs / 2, everyMs: minuteMs }];
  return { topics, tasks, handlers: createNoticeHandlers({ db, words: messages.text }) };
}
