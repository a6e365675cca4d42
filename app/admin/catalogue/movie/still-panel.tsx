import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { AdminEpisode } from "../../../../contract/index.ts";
import { nameOfEpisode } from "./episode-names.ts";
import type { PanelProps } from "./facts-panels.tsx";
import { Panel } from "./panel.tsx";
import { PictureForm, type UploadProps } from "./picture-form.tsx";

/** The picture of an episode: a frame of its video, until an admin sends another one. */
export function StillPanel(props: PanelProps & UploadProps & { episode: AdminEpisode }) {
  const { movie, episode, outcome, editable, maxBytes, forms } = props;
  const { t } = useTranslation();
  const { index, still } = episode;
  const failed = outcome?.artwork?.role === "still" ? outcome.artwork.error : null;
  return (
    <Panel id="still" title={`${t("admin.movie.still")} · ${nameOfEpisode(t, movie, index)}`}>
      <div className="z-artwork">
        <div className="grid content-start gap-2">
          {still ? (
            <img
              src={`${still.path}-640.webp?v=${still.version}`}
              alt={t("admin.movie.still")}
              width={640}
              height={360}
              className="w-full rounded-md object-cover"
              style={{ backgroundColor: still.colour }}
            />
          ) : null}
          <p className="z-faint">
            {t(
              still
                ? still.sent
                  ? "admin.movie.stillSent"
                  : "admin.movie.stillFrame"
                : "admin.movie.stillNone",
            )}
          </p>
          {editable && still?.sent ? (
            <Form method="post" preventScrollReset>
              <input type="hidden" name="intent" value="episode-still-frame" />
              <input type="hidden" name="revision" value={movie.revision} />
              <input type="hidden" name="index" value={index} />
              <button type="submit" className="z-button">
                {t("admin.movie.stillBack")}
              </button>
            </Form>
          ) : null}
        </div>
        {editable ? (
          <PictureForm
            key={index}
            role="still"
            label={t("admin.movie.still")}
            ratio="16:9"
            least={640}
            revision={movie.revision}
            index={index}
            failed={failed}
            maxBytes={maxBytes}
            forms={forms}
          />
        ) : null}
      </div>
    </Panel>
  );
}
