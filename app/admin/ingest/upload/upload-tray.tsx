import { Link, useLocation } from "@remix-run/react";
import { CircleAlert, Upload } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useDocument } from "../../../lib/document-context.ts";
import { useWriters } from "../../kit/format.ts";
import { UploadLine } from "./upload-line.tsx";
import { useUploads, useUploadsState } from "./use-uploads.ts";
import type { UploadHold } from "./uploads.ts";

/** All uploads of this document, on every page of the admin area. Needs scripts, as they do. */
export function UploadTray() {
  const { t } = useTranslation();
  const write = useWriters();
  const { device } = useDocument();
  const uploads = useUploads();
  const { hold, items } = useUploadsState(uploads);
  if (!uploads || items.length === 0) return null;
  const done = items.filter(({ at }) => at === "done").length;
  const isWrong = hold !== null || items.some(({ at }) => at === "failed");
  return (
    <section className="z-tray" aria-label={t("admin.upload.tray")}>
      <details open={device === "desktop"}>
        <summary>
          {isWrong ? (
            <CircleAlert aria-hidden="true" className="size-4 text-curtain" />
          ) : (
            <Upload aria-hidden="true" className="size-4" />
          )}
          <span className="z-strong">{t("admin.upload.tray")}</span>
          <span className="z-faint tabular-nums">
            {write.number(done)}/{write.number(items.length)}
          </span>
          <span className="z-faint ms-auto tabular-nums">
            {write.percent(
              Math.floor((items.reduce((sum, { share }) => sum + share, 0) / items.length) * 100) / 100,
            )}
          </span>
        </summary>
        {hold ? <Held hold={hold} /> : null}
        <ul>
          {items.map((item) => (
            <li key={item.id}>
              <p className="min-w-0 text-sm">
                <Link to={item.target.to} className="z-link block truncate" dir="auto">
                  {item.target.title}
                </Link>
                <span className="z-faint block truncate" dir="auto">
                  {item.name}
                </span>
              </p>
              <UploadLine item={item} hold={hold} uploads={uploads} />
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

/** What holds the uploads back, and what ends it. */
function Held({ hold }: { hold: UploadHold }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  return (
    <p className="z-tray-held" role="status">
      {t(`admin.upload.${hold}Text`)}{" "}
      {hold === "signIn" ? (
        <Link to={`/page/login?${new URLSearchParams({ to: pathname + search })}`} className="z-link">
          {t("login.signIn")}
        </Link>
      ) : null}
    </p>
  );
}
