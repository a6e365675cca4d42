import { Link } from "@remix-run/react";
import { ChevronRight, MessageSquareText, Settings, UserRoundSearch, type LucideIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { OutputOf } from "../../../../contract/index.ts";
import type { Permission } from "../../../../contract/accounts/permissions.ts";
import { useMay } from "../../kit/admin-frame.tsx";
import { useWriters } from "../../kit/format.ts";
import { jobCount } from "./job-count.ts";
import { useZone } from "../../kit/zone.ts";

export type Overview = OutputOf<"z/overview">;

/** Below this share of the volume, the disk needs attention. */
const scarce = 0.1;

/** How the service is doing today, and which tasks wait. */
export function OverviewPanels({
  overview,
  revenue,
}: {
  overview: Overview;
  /** Today's revenue as text, one amount per currency; null without the permission to see sales. */
  revenue: { amounts: string[]; orders: number; disputes: number } | null;
}) {
  const { t } = useTranslation();
  const zone = useZone();
  const write = useWriters();
  const may = useMay();
  const { playsToday, playsYesterday, signUpsToday, signUpsYesterday, activeNow, openFeedback, jobs } =
    overview;
  return (
    <div className="z-stack">
      <section aria-labelledby="today">
        <h2 id="today" className="sr-only">
          {t("admin.home.today")}
        </h2>
        <dl className="z-tiles">
          <Tile
            name={t("admin.home.plays")}
            value={write.number(playsToday)}
            note={t("admin.home.yesterday", { number: write.number(playsYesterday) })}
            to={may("analysis.read") ? "/z/page/analysis" : undefined}
          />
          <Tile
            name={t("admin.home.signUps")}
            value={write.number(signUpsToday)}
            note={t("admin.home.yesterday", { number: write.number(signUpsYesterday) })}
          />
          {revenue ? (
            <Tile
              name={t("admin.home.revenue")}
              value={revenue.amounts.join(" + ") || "–"}
              note={t("admin.order.count", { number: write.number(revenue.orders) })}
              to="/z/management/orders"
            />
          ) : null}
          {revenue && revenue.disputes > 0 ? (
            <Tile
              name={t("admin.order.disputes")}
              value={write.number(revenue.disputes)}
              red
              to="/z/management/orders?dispute=open"
            />
          ) : null}
          <Tile
            name={t("admin.home.active")}
            value={write.number(activeNow)}
            note={t("admin.home.activeNote")}
          />
          <Tile
            name={t("admin.home.openFeedback")}
            value={write.number(openFeedback)}
            red={openFeedback > 0}
            to={openFeedback > 0 ? "/z/management/feedback?state=open" : undefined}
          />
          <JobTiles jobs={jobs} />
          <MagnetsTile magnets={overview.magnets} />
        </dl>
      </section>
      <DiskPanel disk={overview.disk} />
      <QuickActions />
      <p className="z-faint">{t("admin.home.at", { time: write.at(overview.at), zone })}</p>
    </div>
  );
}

/** Videos that failed, and all jobs that have not ended, each with the list it counts. */
function JobTiles({ jobs }: { jobs: Overview["jobs"] }) {
  const { t } = useTranslation();
  const write = useWriters();
  const may = useMay()("catalogue.read");
  const videos = jobCount(jobs, ["failed"], "encoding");
  const failed = jobCount(jobs, ["failed"]);
  const waiting = jobCount(jobs, ["waiting"]);
  return (
    <>
      <Tile
        name={t("admin.home.failedVideos")}
        value={write.number(videos)}
        red={videos > 0}
        to={may ? "/z/page/job?kind=encoding&state=failed" : undefined}
      />
      <Tile
        name={t("admin.job.open")}
        value={write.number(jobCount(jobs, ["running", "waiting", "paused", "choose"]))}
        note={
          failed > videos
            ? t("admin.job.failed", { number: write.number(failed) })
            : t("admin.home.videosWaiting", { number: write.number(waiting) })
        }
        to={may ? "/z/page/job" : undefined}
      />
    </>
  );
}

/** Renders nothing if no magnet is being downloaded. */
function MagnetsTile({ magnets: { moving, choose, failed } }: { magnets: Overview["magnets"] }) {
  const { t } = useTranslation();
  const write = useWriters();
  if (moving + choose + failed === 0) return null;
  const note =
    failed > 0
      ? `${t("admin.magnet.state.failed")}: ${write.number(failed)}`
      : t("admin.magnet.waitingChoice", { number: choose });
  return (
    <Tile
      name={t("admin.section.magnets")}
      value={write.number(moving + choose + failed)}
      red={failed > 0}
      note={note}
      to="/z/page/magnet"
    />
  );
}

function Tile({
  name,
  value,
  note,
  red = false,
  to,
}: {
  name: string;
  value: string;
  note?: string;
  /** It needs attention. */
  red?: boolean;
  to?: string | undefined;
}) {
  return (
    <div className="z-tile" data-tone={red ? "red" : undefined}>
      <dt>{name}</dt>
      <dd>
        {to ? (
          <Link to={to} className="underline decoration-1 underline-offset-4">
            {value}
          </Link>
        ) : (
          value
        )}
      </dd>
      {note ? <dd className="text-xs! font-normal! tracking-normal! text-ink-faint!">{note}</dd> : null}
    </div>
  );
}

function DiskPanel({ disk: { freeBytes, totalBytes, usedBytes } }: { disk: Overview["disk"] }) {
  const { t } = useTranslation();
  const write = useWriters();
  const used = totalBytes > 0 ? 1 - freeBytes / totalBytes : 0;
  const low = totalBytes > 0 && freeBytes / totalBytes < scarce;
  return (
    <section className="z-panel" aria-labelledby="disk">
      <h2 id="disk">{t("admin.home.disk")}</h2>
      <div className="z-meter" data-tone={low ? "red" : undefined} aria-hidden="true">
        <span style={{ width: `${Math.round(used * 100)}%` }} />
      </div>
      <p className="mt-2 text-sm">
        {t("admin.home.diskFree", { free: write.bytes(freeBytes), total: write.bytes(totalBytes) })}
        {" · "}
        {t("admin.home.diskUsed", { used: write.bytes(usedBytes) })}
      </p>
      {low ? <p className="z-error mt-1">{t("admin.home.diskLow")}</p> : null}
    </section>
  );
}

const quick: { to: string; name: "find" | "answer" | "adjust"; icon: LucideIcon; permission: Permission }[] =
  [
    { to: "/z/page/user", name: "find", icon: UserRoundSearch, permission: "users.read" },
    {
      to: "/z/management/feedback?state=open",
      name: "answer",
      icon: MessageSquareText,
      permission: "feedback.read",
    },
    { to: "/z/page/settings", name: "adjust", icon: Settings, permission: "settings.read" },
  ];

function QuickActions() {
  const { t } = useTranslation();
  const may = useMay();
  return (
    <section aria-labelledby="quick">
      <h2 id="quick" className="z-title">
        {t("admin.home.quick")}
      </h2>
      <ul className="z-links">
        {quick
          .filter(({ permission }) => may(permission))
          .map(({ to, name, icon: Icon }) => (
            <li key={to}>
              <Link to={to} prefetch="intent" className="z-card-link">
                <span className="z-card-icon">
                  <Icon aria-hidden="true" className="size-5" />
                </span>
                <span className="z-strong min-w-0 flex-1">{t(`admin.quick.${name}`)}</span>
                <ChevronRight aria-hidden="true" className="flip size-4.5 shrink-0 text-ink-faint" />
              </Link>
            </li>
          ))}
      </ul>
    </section>
  );
}
