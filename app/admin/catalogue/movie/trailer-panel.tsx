import { Form, Link } from "@remix-run/react";
import { Clapperboard } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Chip } from "../../kit/page-head.tsx";
import type { PanelProps } from "./facts-panels.tsx";
import { partUrl } from "./movie-parts.ts";
import { Panel } from "./panel.tsx";

/** A title's trailer, which has a page of its own for its video and subtitles. */
export function TrailerPanel({ movie, editable }: Pick<PanelProps, "movie" | "editable">) {
  const { t } = useTranslation();
  const { trailer } = movie;
  return (
    <Panel id="trailer" title={t("movie.trailer")}>
      <p className="z-faint mb-3">{t("admin.trailer.text")}</p>
      {trailer ? (
        <p className="flex flex-wrap items-center gap-3">
          <Chip tone={trailer.ready ? "good" : "gold"}>
            {t(trailer.ready ? "admin.asset.ready" : "admin.trailer.waiting")}
          </Chip>
          <Link to={partUrl(trailer.id, "video")} className="z-button">
            <Clapperboard aria-hidden="true" className="size-4" />
            {t("admin.trailer.open")}
          </Link>
        </p>
      ) : null}
      {!trailer && editable ? (
        <Form method="post" preventScrollReset>
          <button type="submit" name="intent" value="trailer" className="z-button">
            <Clapperboard aria-hidden="true" className="size-4" />
            {t("admin.trailer.add")}
          </button>
        </Form>
      ) : null}
    </Panel>
  );
}
