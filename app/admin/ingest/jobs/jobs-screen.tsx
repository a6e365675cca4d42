import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { jobKinds, jobStates, openJobStates, type JobState } from "../../../../contract/ingest/values.ts";
import { ChosenFilter, FilterBar } from "../../kit/filter-bar.tsx";
import { useWriters } from "../../kit/format.ts";
import { LeftOut } from "../../kit/left-out.tsx";
import { Refresh, useNow } from "../../kit/live.tsx";
import type { Outcome } from "../../kit/outcome.ts";
import { OutcomeNotice } from "../../kit/outcome-notice.tsx";
import { Chip, PageHead } from "../../kit/page-head.tsx";
import { Pager } from "../../kit/pager.tsx";
import type { JobQuery } from "./job-query.ts";
import { kinds, stateWords } from "./job-words.tsx";
import { JobsTable } from "./jobs-table.tsx";
import type { jobsNow } from "./now.server.ts";
import { useZone } from "../../kit/zone.ts";

const path = "/z/page/job";

type Now = Awaited<ReturnType<typeof jobsNow>>;

/** Background work of every kind: what failed, what runs, what waits, and what is over. */
export function JobsScreen({
  first,
  outcome,
  editable,
}: {
  first: Now;
  outcome: Outcome | undefined;
  editable: boolean;
}) {
  const { t } = useTranslation();
  const address = addressOf(first.query);
  return (
    <main id="content" className="z-main">
      <PageHead title={t("admin.section.jobs")} text={t("admin.job.text")} />
      <OutcomeNotice outcome={outcome} />
      <LeftOut names={first.leftOut} />
      {/* An answer to another filter must not arrive here. */}
      <JobList key={address} address={address} first={first} editable={editable} />
    </main>
  );
}

function JobList({ address, first, editable }: { address: string; first: Now; editable: boolean }) {
  const { t } = useTranslation();
  const zone = useZone();
  const isMoving = ({ counts }: Now) =>
    counts.some(({ state }) => state === "running" || state === "waiting");
  const now = useNow(`${path}/now${address}`, first, isMoving);
  const { query, items, next } = now;
  const { cursor: _cursor, ...filters } = query;
  const filtered = Object.keys(filters).length > 0;
  return (
    <>
      <Counts now={now} />
      <FilterBar action={path} label={t("admin.job.find")} filtered={filtered}>
        <ChosenFilter
          name="kind"
          value={query.kind}
          options={jobKinds.map((value) => ({ value, label: t(kinds[value].name) }))}
        />
        <ChosenFilter
          name="state"
          value={query.state}
          options={jobStates.map((value) => ({ value, label: t(stateWords[value]) }))}
        />
        {query.movie ? <OnlyOf movie={query.movie} /> : null}
        <Refresh moving={isMoving(now)} />
      </FilterBar>
      <JobsTable
        items={items}
        editable={editable}
        empty={t(filtered || query.cursor ? "admin.list.noMatch" : "admin.job.none")}
      />
      <Pager next={next} note={items.length > 0 ? t("admin.list.zone", { zone }) : undefined} />
    </>
  );
}

/** What has not ended well, as links that show just these. */
function Counts({ now: { counts, query } }: { now: Now }) {
  const { t } = useTranslation();
  const write = useWriters();
  const count = (state: JobState) =>
    counts
      .filter((one) => one.state === state && (query.kind === undefined || one.kind === query.kind))
      .reduce((sum, one) => sum + one.count, 0);
  const states = openJobStates.filter((state) => state === query.state || count(state) > 0);
  if (states.length === 0 || query.movie !== undefined) return null;
  return (
    <nav className="z-job-counts" aria-label={t("admin.job.open")}>
      {states.map((state) => (
        <Link
          key={state}
          to={`${path}${addressOf({ kind: query.kind, state })}`}
          className="z-button"
          aria-current={state === query.state ? "page" : undefined}
        >
          {t(stateWords[state])}
          <Chip tone={state === "failed" && count(state) > 0 ? "red" : undefined}>
            {write.number(count(state))}
          </Chip>
        </Link>
      ))}
    </nav>
  );
}

function OnlyOf({ movie }: { movie: string }) {
  const { t } = useTranslation();
  return (
    <label className="z-filter">
      {t("admin.job.only")}
      <input className="z-control" name="movie" defaultValue={movie} dir="ltr" autoComplete="off" />
    </label>
  );
}

function addressOf(query: { [K in keyof JobQuery]: JobQuery[K] | undefined }): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
}
