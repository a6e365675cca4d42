import type { Permission } from "../call.ts";

/** Ways besides the inbox by which a notice reaches a user. */
export const noticeChannels = ["push", "mail"] as const;
export type NoticeChannel = (typeof noticeChannels)[number];

type Topic = {
  /** What a user may turn on; the inbox has every notice. */
  channels: readonly NoticeChannel[];
  /** Only for admins who may do this. */
  permission?: Permission;
};

/** What users are told of. A topic of the list is one of the settings, of the texts, and of `service.topics`. */
export const noticeTopics = {
  /** An episode of a favourite can be watched. */
  "new-episode": { channels: ["push", "mail"] },
  /** A movie of a followed collection can be watched. */
  "new-in-collection": { channels: ["push", "mail"] },
  /** Its mail is the reminder that every member gets: api/domain/commerce/membership/remind.ts. */
  "vip-ending": { channels: ["push"] },
  "feedback-reply": { channels: ["push", "mail"] },
  "encoding-failed": { channels: ["push", "mail"], permission: "catalogue.write" },
  "magnet-waiting": { channels: ["push", "mail"], permission: "catalogue.write" },
  "disk-low": { channels: ["push", "mail"], permission: "overview.read" },
  dispute: { channels: ["push", "mail"], permission: "payments.read" },
  "feedback-new": { channels: ["push", "mail"], permission: "feedback.read" },
  /** An endpoint of other software was switched off. */
  "webhook-off": { channels: ["push", "mail"], permission: "webhooks.read" },
} as const satisfies Record<string, Topic>;

export type NoticeTopicName = keyof typeof noticeTopics;
export const noticeTopicNames = Object.keys(noticeTopics) as [NoticeTopicName, ...NoticeTopicName[]];

/** The most that a badge counts; it shows more as `99+`. */
export const mostUnseen = 99;

/** @returns the permission that a topic is for; null = for every user */
export function permissionOf(topic: NoticeTopicName): Permission | null {
  return (noticeTopics[topic] as Topic).permission ?? null;
}

export function hasChannel(topic: NoticeTopicName, channel: NoticeChannel): boolean {
  return (noticeTopics[topic].channels as readonly NoticeChannel[]).includes(channel);
}
