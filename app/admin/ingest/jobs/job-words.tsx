import { useTranslation } from "react-i18next";
import type { TFunction } from "i18next";
import type { Job } from "../../../../contract/ingest/admin-jobs.ts";
import {
  mostImportLines,
  type ImportProblem,
  type ImportState,
} from "../../../../contract/catalogue/values.ts";
import type { EncodingProblem } from "../../../../contract/ingest/admin-encoding.ts";
import type { MagnetProblem, SidecarProblem } from "../../../../contract/ingest/admin-magnets.ts";
import {
  mostSubtitleBytes,
  type CaptioningPhase,
  type CaptioningProblem,
  type EncodingPhase,
  type JobKind,
  type JobState,
  type MagnetState,
} from "../../../../contract/ingest/values.ts";
import { useWriters } from "../../kit/format.ts";
import { useZone } from "../../kit/zone.ts";

type Problem = Job["problems"][number];
type Words = {
  /** The kind's name. */
  name:
    | "admin.encoding.title"
    | "admin.job.magnet"
    | "admin.movie.subtitles"
    | "admin.csv.import"
    | "admin.captions.title";
  cancel:
    | "admin.encoding.cancel"
    | "admin.magnet.do.cancel"
    | "admin.job.dismiss"
    | "admin.csv.cancel"
    | "admin.captions.cancel";
  /** Where the job's own screen is. */
  to: (job: Job) => string;
  step: (t: TFunction, step: string) => string;
  problem: (t: TFunction, problem: Problem, write: ReturnType<typeof useWriters>) => string;
};

const toEpisode = ({ movie, episode }: Job, part: "video" | "subtitles") =>
  `/z/page/movie/detail/${movie?.id}/${part}?episode=${episode}`;

/** What each kind of job is called, and what its codes mean. */
export const kinds: Record<JobKind, Words> = {
  encoding: {
    name: "admin.encoding.title",
    cancel: "admin.encoding.cancel",
    to: (job) => toEpisode(job, "video"),
    step: (t, step) => t(`admin.encoding.phase.${step as EncodingPhase}`),
    problem: (t, { code }) => t(`admin.encoding.problem.${code as EncodingProblem}`),
  },
  magnet: {
    name: "admin.job.magnet",
    cancel: "admin.magnet.do.cancel",
    to: ({ id }) => `/z/page/magnet?id=${id}`,
    step: (t, step) => t(`admin.magnet.state.${step as MagnetState}`),
    problem: (t, { code }) => t(`admin.magnet.problem.${code as MagnetProblem}`),
  },
  subtitles: {
    name: "admin.movie.subtitles",
    cancel: "admin.job.dismiss",
    to: (job) => toEpisode(job, "subtitles"),
    step: (_t, step) => step,
    problem: (t, { code, number }, write) =>
      t(`admin.subtitle.problem.${code as SidecarProblem["why"]}`, {
        number: number === null ? "" : write.number(number),
        size: write.bytes(mostSubtitleBytes),
      }),
  },
  captions: {
    name: "admin.captions.title",
    cancel: "admin.captions.cancel",
    to: (job) => toEpisode(job, "subtitles"),
    step: (t, step) => t(`admin.captions.phase.${step as CaptioningPhase}`),
    problem: (t, { code }) => t(`admin.captions.problem.${code as CaptioningProblem}`),
  },
  import: {
    name: "admin.csv.import",
    cancel: "admin.csv.cancel",
    to: ({ id }) => `/z/management/import/${id}`,
    step: (t, step) => t(`admin.csv.state.${step as ImportState}`),
    problem: (t, { code, number }, write) =>
      t(`admin.csv.problem.${code as ImportProblem}`, {
        line: write.number(number ?? 1),
        number: write.number(mostImportLines),
      }),
  },
};

export const stateWords = {
  failed: "admin.encoding.state.failed",
  choose: "admin.job.choose",
  running: "admin.job.running",
  waiting: "admin.encoding.state.waiting",
  paused: "admin.encoding.state.paused",
  done: "admin.magnet.state.done",
  cancelled: "admin.encoding.state.cancelled",
} as const satisfies Record<JobState, string>;

/** Problems that are shown of one job. */
const mostProblems = 3;

/** Why a job failed or is delayed, in words, and when it is tried again. */
export function Problems({ job: { kind, state, problems, detail, notBefore } }: { job: Job }) {
  const { t } = useTranslation();
  const zone = useZone();
  const write = useWriters();
  const more = problems.length - mostProblems;
  if (problems.length === 0 && !notBefore) return null;
  return (
    <>
      {problems.length > 0 ? (
        <ul>
          {problems.slice(0, mostProblems).map((problem, i) => (
            <li key={i} className={state === "failed" ? "z-problem" : "text-sm"}>
              {problem.about ? (
                <>
                  <bdi dir="auto">{problem.about}</bdi>:{" "}
                </>
              ) : null}
              {kinds[kind].problem(t, problem, write)}
            </li>
          ))}
        </ul>
      ) : null}
      {more > 0 ? (
        <span className="z-faint">{t("admin.job.more", { number: write.number(more) })}</span>
      ) : null}
      {detail && state === "failed" ? (
        <details className="z-more">
          <summary>{t("admin.job.detail")}</summary>
          <p className="z-faint" dir="auto">
            {detail}
          </p>
        </details>
      ) : null}
      {notBefore ? (
        <span className="z-faint">{t("admin.encoding.again", { time: write.at(notBefore), zone })}</span>
      ) : null}
    </>
  );
}
