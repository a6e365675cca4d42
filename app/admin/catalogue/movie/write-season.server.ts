import { succeeded } from "../../../../contract/envelope.ts";
import { seasonName } from "../../../lib/episode-words.ts";
import { readBase, readForm, replyTo } from "../../kit/forms/read-form.server.ts";
import { isConfirmed } from "../../kit/replies.server.ts";
import { nameOfEpisode } from "./episode-names.ts";
import { seasonForm } from "./movie-forms.ts";
import { ask, done, failed, formOptions, refuse, type MovieWrite } from "./movie-reply.server.ts";

/** Number of a removed season's episodes that the confirmation names. */
const mostNamed = 20;

/** Writes about a series' seasons, by the form's `intent`. */
export async function writeSeason(write: MovieWrite, intent: string) {
  const { server, movie, form } = write;
  const { api, t } = server;
  const at = { id: movie.id, revision: Number(form.get("revision")), season: Number(form.get("season")) };
  const { season } = at;
  const name = seasonName(t, { season });
  switch (intent) {
    case "season-create": {
      if (movie.seasons.some((one) => one.season === season))
        return failed(t("admin.season.taken", { name }), { at: [{ id: "new-season", text: name }] });
      const answer = await api.post("z/season/save", at);
      if (!succeeded(answer)) return failed(answer, { at: [{ id: "new-season", text: answer.m }] });
      return done(t("profile.saved"), { at: [{ id: `season-${season}-name`, text: name }] });
    }
    case "season-save":
      return saveSeason(write);
    case "season-delete": {
      const lost = movie.episodes.filter((one) => one.season === season);
      if (!isConfirmed(form) && lost.length > 0)
        return ask(form, {
          text: t("admin.season.ask", { name, number: lost.length }),
          sample: lost.slice(0, mostNamed).map(({ index, texts }) => {
            const title = (texts[server.locale] ?? texts.en ?? Object.values(texts)[0])?.title;
            return [nameOfEpisode(t, movie, index), title].filter(Boolean).join(" · ");
          }),
        });
      const answer = await api.post("z/season/delete", at);
      return succeeded(answer) ? done(t("admin.season.removed", { name })) : failed(answer);
    }
    default:
      return failed(t("errors.invalid"));
  }
}

async function saveSeason({ server, movie, form }: MovieWrite) {
  const { api, t } = server;
  const locale = String(form.get("locale") ?? "");
  const own = formOptions({ server, form, lang: locale });
  const options = {
    ...own,
    id: `season-${String(form.get("season"))}-${locale}`,
    labels: { ...own.labels, to: t("admin.season.number"), name: t("admin.season.name") },
    rename: (field: string) => field.replace(/^texts\.[^.]+\./, ""),
    reword: (field: string, reason: string) =>
      field === "to" && reason === "repeated"
        ? t("admin.season.taken", { name: seasonName(t, { season: Number(form.get("to")) }) })
        : undefined,
  };
  const submission = readForm(form, { schema: seasonForm, t });
  if (submission.status !== "success") return refuse(replyTo(submission, null, options));
  const { locale: lang, name, description, ...facts } = submission.value;
  const answer = await api.post("z/season/save", {
    id: movie.id,
    before: readBase(form),
    ...facts,
    texts: { [lang]: name === "" && description === "" ? null : { name, description } },
  });
  if (!succeeded(answer)) return refuse(replyTo(submission, answer, options));
  return done(t("profile.saved"));
}
