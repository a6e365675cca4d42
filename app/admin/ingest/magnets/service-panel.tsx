import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { MagnetService } from "../../../../contract/ingest/admin-magnets.ts";
import { useMay } from "../../kit/admin-frame.tsx";
import { useWriters } from "../../kit/format.ts";

/** The resources left for magnets; or that magnets are switched off, and where to switch them on. */
export function ServicePanel({ service }: { service: MagnetService }) {
  const { t } = useTranslation();
  const write = useWriters();
  const may = useMay()("settings.write");
  const { on, disk, maxBytes, rateBps, parallel } = service;
  if (!on) {
    return (
      <section className="z-panel border-gold-bright bg-gold-tint" aria-labelledby="magnets-off">
        <h2 id="magnets-off">{t("admin.magnet.off")}</h2>
        <p>{t(may ? "admin.magnet.offText" : "admin.magnet.offAsk")}</p>
        {may ? (
          <Link to="/z/page/settings#group-magnets" className="z-button mt-3">
            {t("admin.magnet.toSettings")}
          </Link>
        ) : null}
      </section>
    );
  }
  const facts = [
    ["usable", write.bytes(disk.usableBytes)],
    ["most", write.bytes(maxBytes)],
    [
      "rate",
      rateBps === null ? t("admin.magnet.unlimited") : t("admin.upload.rate", { rate: write.bytes(rateBps) }),
    ],
    ["parallel", write.number(parallel)],
  ] as const;
  return (
    <dl className="z-tiles">
      {facts.map(([name, value]) => (
        <div
          key={name}
          className="z-tile"
          data-tone={name === "usable" && disk.usableBytes === 0 ? "red" : undefined}
        >
          <dt>{t(`admin.magnet.service.${name}`)}</dt>
          <dd className="text-lg">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
