import { succeeded } from "../../../../contract/envelope.ts";
import { isConfirmed } from "../../kit/replies.server.ts";
import { ask, done, failed, type MovieWrite } from "./movie-reply.server.ts";

/** An admin's action on an encoding; cancelling asks first, and so does pausing one whose progress it loses. */
export async function writeEncoding({ server, form }: MovieWrite, intent: string) {
  const { api, t } = server;
  const id = String(form.get("encoding") ?? "");
  const send = () => {
    switch (intent) {
      case "encoding-pause":
        return api.post("z/encoding/pause", { id });
      case "encoding-resume":
        return api.post("z/encoding/resume", { id });
      case "encoding-retry":
        return api.post("z/encoding/retry", { id });
      case "encoding-first":
        return api.post("z/encoding/priority", { id, priority: Number(form.get("priority")) });
      case "encoding-cancel":
        return api.post("z/encoding/cancel", { id });
      default:
        return null;
    }
  };
  if (intent === "encoding-cancel" && !isConfirmed(form))
    return ask(form, { text: t("admin.encoding.cancelAsk") });
  if (intent === "encoding-pause" && !isConfirmed(form) && form.get("state") !== "waiting")
    return ask(form, { text: t("admin.encoding.pauseAsk") });
  const answer = await send();
  if (!answer) return failed(t("errors.invalid"));
  return succeeded(answer) ? done(t("profile.saved")) : failed(answer);
}
