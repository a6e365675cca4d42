import { data, redirect, type AppLoadContext } from "@remix-run/node";
import { noticeTopicNames, type NoticeTopicName } from "../../../contract/service/notice-topics.ts";
import type { ServerApi } from "../../lib/api.server.ts";
import { ensureGuest } from "../../lib/guest.server.ts";
import { readFields } from "../../lib/read-fields.server.ts";

export type ChoicesOutcome = { done: "saved" } | { failed: string; field: "quiet" | "zone" | null };

const page = "/profile/notifications";

/**
 * Saves how a user wants to be told (`intent` save); ends the pushes of a topic (`off`, from a notification's own
 * button); renews the subscription of a browser (`renew`, from its service worker).
 */
export async function writeChoices(request: Request, context: AppLoadContext, server: ServerApi) {
  const form = await readFields(request, context);
  const text = (name: string) => String(form.get(name) ?? "");
  const { api, t } = server;
  switch (form.get("intent")) {
    case "off": {
      const topic = noticeTopicNames.find((name) => name === text("topic"));
      if (topic && server.signed()) server.unwrap(await api.post("notice/turn-off", { topic }));
      return redirect(page, { status: 303 });
    }
    case "renew": {
      if (!server.signed()) return data(null, { status: 401 });
      const keys = { endpoint: text("endpoint"), p256dh: text("p256dh"), auth: text("auth") };
      server.unwrap(await api.post("push/subscribe", keys));
      return data(null);
    }
    case "save":
      break;
    default:
      return redirect(page, { status: 303 });
  }
  const [from, to] = [minuteOf(text("from")), minuteOf(text("to"))];
  if ((from === null) !== (to === null))
    return data<ChoicesOutcome>({ failed: t("notices.quietBoth"), field: "quiet" }, { status: 422 });
  const headers = await ensureGuest(server, context.origin);
  const answer = await api.post("notice/choose", {
    push: topicsOf(form.getAll("push")),
    mail: topicsOf(form.getAll("mail")),
    quiet: from === null || to === null ? null : { from, to },
    zone: text("zone") || "UTC",
  });
  if (answer.c === 0) return data<ChoicesOutcome>({ done: "saved" }, { headers });
  const field = answer.c === 422 ? "zone" : null;
  return data<ChoicesOutcome>({ failed: answer.m, field }, { headers, status: answer.c === 422 ? 422 : 503 });
}

function topicsOf(sent: FormDataEntryValue[]): NoticeTopicName[] {
  return noticeTopicNames.filter((topic) => sent.includes(topic));
}

/** @returns minutes since midnight of a time field; null for an empty one */
function minuteOf(time: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(time) ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
}
