import { succeeded } from "../../../../contract/envelope.ts";
import { readForm, replyTo } from "../../kit/forms/read-form.server.ts";
import { soundsForm } from "./movie-forms.ts";
import { done, formOptions, refuse, type MovieWrite } from "./movie-reply.server.ts";

/** Saves the names and the order of an episode's sounds, its default, and which of them are audio descriptions. */
export async function saveSounds({ server, movie, form }: MovieWrite) {
  const { api, t } = server;
  const base = formOptions({ server, form });
  const options = {
    ...base,
    id: `sounds-${String(form.get("index"))}`,
    labels: { ...base.labels, sounds: t("admin.sound.order") },
    words: (field: string, value: unknown) =>
      field === "sounds" ? soundsInWords(value, t("admin.sound.asFile")) : base.words(field, value),
  };
  const submission = readForm(form, { schema: soundsForm, t });
  if (submission.status !== "success") return refuse(replyTo(submission, null, options));
  const { revision, index, asset, main, sounds } = submission.value;
  const answer = await api.post("z/sound/save", {
    id: movie.id,
    revision,
    index,
    asset,
    sounds: sounds.map(({ track, name, describes }) => ({
      track,
      name: name || null,
      isDefault: track === main,
      describes,
    })),
  });
  if (!succeeded(answer)) return refuse(replyTo(submission, answer, options));
  return done(t("profile.saved"));
}

/** As typed, or as the API has them; null = nothing was arranged. */
function soundsInWords(value: unknown, asFile: string): string {
  if (!Array.isArray(value)) return asFile;
  const sounds = value as { track: number | string; name?: string | null }[];
  return sounds.map(({ track, name }) => name || `#${Number(track) + 1}`).join(", ");
}
