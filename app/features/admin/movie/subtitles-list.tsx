import { Form } from "@remix-run/react";
import { Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { AdminEpisode, AdminMovie } from "../../../../contract/index.ts";

/** An episode's subtitles by language: what each is called, and a way to take it out. */
export function SubtitlesList({
  movie,
  episode,
  editable,
}: {
  movie: AdminMovie;
  episode: AdminEpisode;
  editable: boolean;
}) {
  const { t } = useTranslation();
  return (
    <>
      <h3 className="mt-5 mb-2 text-sm font-bold">{t("admin.movie.subtitles")}</h3>
      {episode.subtitles.length === 0 ? (
        <p className="z-faint">{t("admin.movie.noSubtitles")}</p>
      ) : (
        <ul className="z-order">
          {episode.subtitles.map(({ id, locale, label }) => (
            <li key={id}>
              <bdi className="z-faint w-14 flex-none">{locale}</bdi>
              {editable ? (
                <Form method="post" preventScrollReset className="flex min-w-0 flex-1 gap-2 py-1">
                  <input type="hidden" name="intent" value="subtitle-save" />
                  <input type="hidden" name="revision" value={movie.revision} />
                  <input type="hidden" name="index" value={episode.index} />
                  <input type="hidden" name="subtitle" value={id} />
                  <input
                    name="label"
                    className="z-control"
                    defaultValue={label}
                    key={label}
                    required
                    maxLength={80}
                    dir="auto"
                    aria-label={t("admin.movie.label", { language: locale })}
                  />
                  <button type="submit" className="z-button">
                    {t("profile.save")}
                  </button>
                  <button
                    type="submit"
                    name="intent"
                    value="subtitle-delete"
                    className="z-icon-button"
                    aria-label={`${t("admin.form.remove")}: ${label}`}
                  >
                    <Trash2 aria-hidden="true" className="size-4" />
                  </button>
                </Form>
              ) : (
                <span dir="auto">{label}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
