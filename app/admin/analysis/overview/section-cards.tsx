import { Link } from "@remix-run/react";
import { ChevronRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../kit/admin-frame.tsx";
import { useWriters } from "../../kit/format.ts";
import type { OpenJobState } from "../../../../contract/ingest/values.ts";
import { sectionGroups, type SectionName } from "../../kit/navigation.ts";
import { jobCount } from "./job-count.ts";
import type { Overview } from "./overview.tsx";

/** Every section with its content. */
export function SectionCards({ overview }: { overview: Overview }) {
  const { t } = useTranslation();
  const may = useMay();
  const count = useCounts(overview);
  const sections = sectionGroups
    .flatMap((group) => group.sections)
    .filter(({ name, permission }) => name !== "home" && name !== "management" && may(permission));
  return (
    <ul className="z-links">
      {sections.map(({ to, name, icon: Icon }) => (
        <li key={to}>
          <Link to={to} prefetch="intent" className="z-card-link">
            <span className="z-card-icon">
              <Icon aria-hidden="true" className="size-5" />
            </span>
            <span className="min-w-0 flex-1">
              <span className="z-strong block">{t(`admin.section.${name}`)}</span>
              <span className="z-faint block">{count(name)}</span>
            </span>
            <ChevronRight aria-hidden="true" className="flip size-4.5 shrink-0 text-ink-faint" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function useCounts({ counts, openFeedback, magnets, jobs }: Overview) {
  const { t } = useTranslation();
  return (name: SectionName): string => {
    switch (name) {
      case "movies":
        return t("admin.movie.count", { number: counts.movies });
      case "magnets":
        return magnets.choose > 0
          ? t("admin.magnet.waitingChoice", { number: magnets.choose })
          : t("admin.magnet.short");
      case "jobs": {
        const number = jobCount(jobs, ["failed"]);
        return number > 0 ? t("admin.job.failed", { number }) : t("admin.job.short");
      }
      case "genres":
        return t("admin.genre.text");
      case "collections":
        return t("admin.collection.text");
      case "rows":
        return t("admin.row.text");
      case "users":
        return t("admin.user.count", { number: counts.accounts });
      case "feedback":
        return t("admin.feedback.open", { number: openFeedback });
      case "texts":
        return t("admin.text.count", { number: counts.texts });
      case "orders":
        return t("admin.order.short");
      case "plans":
        return t("admin.plan.short");
      case "coupons":
        return t("admin.coupon.short");
      case "codes":
        return t("admin.code.short");
      case "analysis":
        return t("admin.analysis.short");
      case "audit":
        return t("admin.audit.short");
      case "keys":
        return t("admin.key.short");
      case "webhooks":
        return t("admin.webhook.short");
      default:
        return t("admin.settings.short");
    }
  };
}

/** Totals of everything. */
export function CountTiles({ overview: { counts, assets, jobs } }: { overview: Overview }) {
  const { t } = useTranslation();
  const write = useWriters();
  const all = [
    ...(["movies", "published", "drafts", "genres"] as const).map((name) => [name, counts[name]] as const),
    ...(["members", "vips", "admins", "banned"] as const).map((name) => [name, counts[name]] as const),
  ];
  const may = useMay()("catalogue.read");
  const ofVideos = (state: OpenJobState) =>
    [jobCount(jobs, [state], "encoding"), `/z/page/job?kind=encoding&state=${state}`] as const;
  const videos = [
    ["waiting", ...ofVideos("waiting")],
    ["encoding", ...ofVideos("running")],
    ["ready", assets.ready, null],
    ["failed", ...ofVideos("failed")],
  ] as const;
  return (
    <>
      <dl className="z-tiles">
        {all.map(([name, value]) => (
          <div key={name} className="z-tile">
            <dt>{t(`admin.count.${name}`)}</dt>
            <dd>{write.number(value)}</dd>
          </div>
        ))}
      </dl>
      <h2 className="z-title mt-6">{t("admin.manage.videos")}</h2>
      <dl className="z-tiles">
        {videos.map(([state, value, to]) => (
          <div key={state} className="z-tile" data-tone={state === "failed" && value > 0 ? "red" : undefined}>
            <dt>{t(`admin.asset.${state}`)}</dt>
            <dd>
              {to && may ? (
                <Link to={to} className="underline decoration-1 underline-offset-4">
                  {write.number(value)}
                </Link>
              ) : (
                write.number(value)
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
