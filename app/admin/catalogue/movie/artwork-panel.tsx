import { useTranslation } from "react-i18next";
import type { PanelProps } from "./facts-panels.tsx";
import { Panel } from "./panel.tsx";
import { PictureForm, type UploadProps } from "./picture-form.tsx";

const roles = [
  { role: "poster", file: "poster-320.webp", width: 320, height: 480, ratio: "2:3", least: 320 },
  { role: "backdrop", file: "backdrop-640.webp", width: 640, height: 360, ratio: "16:9", least: 640 },
] as const;

/** A movie's pictures, and forms that replace them. */
export function ArtworkPanel(props: PanelProps & UploadProps) {
  const { movie, outcome, editable, maxBytes, forms } = props;
  const { t } = useTranslation();
  const { artwork } = movie;
  return (
    <Panel id="artwork-panel" title={t("admin.movie.artwork")}>
      <div className="z-artwork">
        {roles.map(({ role, file, width, height, ratio, least }) => {
          const failed = outcome?.artwork?.role === role ? outcome.artwork.error : null;
          return (
            <div key={role} className="grid content-start gap-2">
              <img
                src={`${artwork.path}/${file}?v=${artwork.version}`}
                alt={t(`admin.movie.${role}`)}
                width={width}
                height={height}
                className={`w-full rounded-md object-cover ${role === "poster" ? "max-w-40" : ""}`}
                style={{ backgroundColor: artwork.colour }}
              />
              {editable ? (
                <PictureForm
                  role={role}
                  ratio={ratio}
                  least={least}
                  failed={failed}
                  maxBytes={maxBytes}
                  forms={forms}
                  label={t(`admin.movie.${role}`)}
                  revision={movie.revision}
                />
              ) : null}
            </div>
          );
        })}
      </div>
    </Panel>
  );
}
