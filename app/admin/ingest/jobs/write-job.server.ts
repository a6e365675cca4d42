import { issuesOf, succeeded, type Envelope } from "../../../../contract/envelope.ts";
import { jobActions, jobKinds, type JobAction, type JobKind } from "../../../../contract/ingest/values.ts";
import type { AdminServer } from "../../../lib/require-permission.server.ts";
import { isConfirmed, repliesOf } from "../../kit/replies.server.ts";

const { ask, done, failed } = repliesOf();

type Write = (server: AdminServer, id: string) => Promise<Envelope<unknown>>;

/** The calls of each kind. */
const writes: Record<JobKind, Partial<Record<JobAction, Write>>> = {
  encoding: {
    retry: ({ api }, id) => api.post("z/encoding/retry", { id }),
    cancel: ({ api }, id) => api.post("z/encoding/cancel", { id }),
  },
  magnet: {
    retry: ({ api }, id) => api.post("z/magnet/change", { id, action: "retry" }),
    cancel: ({ api }, id) => api.post("z/magnet/change", { id, action: "cancel" }),
  },
  subtitles: {
    retry: ({ api }, id) => api.post("z/subtitle/retry", { id }),
    cancel: ({ api }, id) => api.post("z/subtitle/dismiss", { id }),
  },
  captions: {
    retry: ({ api }, id) => api.post("z/captions/retry", { id }),
    cancel: ({ api }, id) => api.post("z/captions/cancel", { id }),
  },
  import: {
    cancel: ({ api }, id) => api.post("z/import/cancel", { id }),
  },
};

/** Retries or cancels a job by its kind's own call, which checks and records it; cancelling asks first. */
export async function writeJob(server: AdminServer, form: FormData) {
  const { t } = server;
  const kind = jobKinds.find((one) => one === form.get("kind"));
  const action = jobActions.find((one) => one === form.get("intent"));
  const write = kind && action && writes[kind][action];
  if (!write) return failed(t("errors.invalid"));
  if (action === "cancel" && !isConfirmed(form)) return ask(form, { text: askText(server, kind, form) });
  const answer = await write(server, String(form.get("id") ?? ""));
  // The job has moved on since the page was loaded.
  if (!succeeded(answer)) return failed(issuesOf(answer).length > 0 ? t("admin.magnet.changed") : answer);
  if (kind === "subtitles") return subtitlesOutcome(server, action, answer.d);
  return done(t(action === "retry" ? "admin.job.retried" : "admin.job.cancelled"));
}

function askText({ t }: AdminServer, kind: JobKind, form: FormData): string {
  if (kind === "encoding") return t("admin.encoding.cancelAsk");
  if (kind === "subtitles") return t("admin.job.dismissAsk");
  if (kind === "captions") return t("admin.captions.cancelAsk");
  if (kind === "import") return t("admin.csv.askCancel");
  return t("admin.magnet.ask.cancel", { name: String(form.get("name") ?? "") });
}

function subtitlesOutcome({ t }: AdminServer, action: JobAction, answer: unknown) {
  const { failed: number } = answer as { failed: number };
  if (action === "cancel") return done(t("profile.saved"));
  return number > 0 ? failed(t("admin.job.unread", { number })) : done(t("admin.job.read"));
}
