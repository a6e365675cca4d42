import { Form, Link } from "@remix-run/react";
import { RotateCw, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Job } from "../../../../contract/ingest/admin-jobs.ts";
import type { JobState } from "../../../../contract/ingest/values.ts";
import { episodeName } from "../../../lib/episode-words.ts";
import { DataTable, type Column } from "../../kit/data-table.tsx";
import { useWriters } from "../../kit/format.ts";
import { Meter } from "../../kit/meter.tsx";
import { Chip } from "../../kit/page-head.tsx";
import { kinds, Problems, stateWords } from "./job-words.tsx";
import { Time } from "../../kit/time.tsx";

const tones = {
  failed: "red",
  choose: "gold",
  running: "gold",
  waiting: undefined,
  paused: undefined,
  done: "good",
  cancelled: undefined,
} as const satisfies Record<JobState, string | undefined>;

/** Every job: what it is about, how far it is, and what can be done about it. */
export function JobsTable({
  items,
  editable,
  empty,
}: {
  items: readonly Job[];
  editable: boolean;
  empty: string;
}) {
  const { t } = useTranslation();
  const columns: Column<Job>[] = [
    { id: "name", label: t("admin.job.name"), lead: true, cell: (job) => <NameCell job={job} /> },
    { id: "state", label: t("admin.movie.state"), full: true, cell: (job) => <StateCell job={job} /> },
    {
      id: "added",
      label: t("admin.magnet.addedAt"),
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
    {
      id: "ended",
      label: t("admin.magnet.endedAt"),
      cell: ({ finishedAt }) => (finishedAt ? <Time at={finishedAt} /> : null),
    },
    ...(editable && items.some(({ actions }) => actions.length > 0)
      ? [
          {
            id: "actions",
            label: t("admin.job.actions"),
            full: true,
            cell: (job: Job) => (job.actions.length > 0 ? <Actions job={job} /> : null),
          },
        ]
      : []),
  ];
  return (
    <div className="z-jobs">
      <DataTable
        caption={t("admin.section.jobs")}
        columns={columns}
        rows={items}
        rowKey={({ kind, id }) => `${kind} ${id}`}
        empty={empty}
      />
    </div>
  );
}

function NameCell({ job }: { job: Job }) {
  const { t } = useTranslation();
  const { kind, name, movie, episode, season, number } = job;
  const isPart = movie?.kind === "series" && episode !== null;
  const part = isPart ? episodeName(t, { index: episode, season, number }, movie.seasons) : null;
  return (
    <span className="z-job">
      <Link to={kinds[kind].to(job)} className="z-link" dir="auto">
        {name ?? movie?.title ?? t(kinds[kind].name)}
      </Link>
      <span className="z-faint">{[t(kinds[kind].name), part].filter(Boolean).join(" · ")}</span>
    </span>
  );
}

function StateCell({ job }: { job: Job }) {
  const { t } = useTranslation();
  const write = useWriters();
  const { kind, state, step, place, progress, leftS } = job;
  const percent = progress === null ? null : write.percent(Math.floor(progress * 100) / 100);
  const facts = [
    place === null ? null : t("admin.job.place", { number: write.number(place) }),
    percent,
    leftS === null ? null : t("admin.encoding.left", { time: write.rest(leftS) }),
  ].filter((fact) => fact !== null);
  return (
    <span className="z-job">
      <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
        <Chip tone={tones[state]}>{t(stateWords[state])}</Chip>
        {(state === "running" || state === "choose") && step ? (
          <span className="text-sm">{kinds[kind].step(t, step)}</span>
        ) : null}
      </span>
      {progress === null ? null : <Meter share={progress} label={t(stateWords[state])} />}
      {facts.length > 0 ? (
        <span className="z-faint tabular-nums">
          {facts.map((fact, i) => (
            <span key={i}>
              {i > 0 ? " · " : null}
              <bdi>{fact}</bdi>
            </span>
          ))}
        </span>
      ) : null}
      <Problems job={job} />
    </span>
  );
}

function Actions({ job: { id, kind, name, movie, state, actions } }: { job: Job }) {
  const { t } = useTranslation();
  const about = name ?? movie?.title ?? t(kinds[kind].name);
  const cancel = t(kinds[kind].cancel);
  return (
    <Form method="post" preventScrollReset className="z-job-actions">
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="name" value={about} />
      {actions.includes("retry") ? (
        <button
          type="submit"
          name="intent"
          value="retry"
          className="z-button"
          aria-label={`${t("admin.encoding.retry")}: ${about}`}
        >
          <RotateCw aria-hidden="true" className="size-4" />
          {t("admin.encoding.retry")}
        </button>
      ) : null}
      {actions.includes("cancel") ? (
        <button
          type="submit"
          name="intent"
          value="cancel"
          className={`z-button ${state === "failed" ? "" : "z-button-danger"}`}
          aria-label={`${cancel}: ${about}`}
        >
          <X aria-hidden="true" className="size-4" />
          {cancel}
        </button>
      ) : null}
    </Form>
  );
}
