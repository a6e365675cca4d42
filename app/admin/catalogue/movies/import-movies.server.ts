import { data } from "@remix-run/node";
import { parse } from "csv-parse/sync";
import { succeeded } from "../../../../contract/envelope.ts";
import type { InputOf, OutputOf } from "../../../../contract/index.ts";
import type { ReceivedForm } from "../../../lib/receive-form.server.ts";
import type { AdminServer } from "../../../lib/require-permission.server.ts";
import { writers } from "../../kit/format.ts";
import type { Outcome } from "../../kit/outcome.ts";

type Rows = InputOf<"z/movie/import">["rows"];
type Report = OutputOf<"z/movie/import">;

/** What a file would do, or did. `csv`: the file, sent back on confirmation. */
export type ImportOutcome = Outcome & {
  check?: { facts: string[]; errors: string[]; csv: string; ready: boolean };
};

/** Rows of one call, and its approximate number of letters: below the largest body in every script. */
const mostRows = 50;
const mostLetters = 14_000;
const mostErrors = 50;

/** Checks a file of movies, and imports it once that is confirmed: in parts, each of them completely or not at all. */
export async function importMovies(server: AdminServer, form: ReceivedForm) {
  const { t, locale } = server;
  const refuse = (failed: string) => data<ImportOutcome>({ failed }, { status: 422 });
  if (form.tooLarge) return refuse(t("errors.field.too_big"));
  const csv = form.file ? await form.file.text() : form.text("csv");
  if (csv.trim() === "") return refuse(t("admin.settings.noFile"));
  const rows = readRows(csv);
  if (!rows) return refuse(t("errors.field.malformed"));
  const dryRun = form.text("confirmed") !== "1";
  const checked = await send(server, rows, true);
  if (typeof checked === "string") return refuse(checked);
  const { number } = writers(locale);
  const facts = factsOf(checked, { t, number });
  if (dryRun || checked.errors.length > 0) {
    const errors = checked.errors
      .slice(0, mostErrors)
      .map(({ line, field, reason }) =>
        t("admin.csv.line", { line, field, reason: t(`errors.field.${reason}`) }),
      );
    const ready = errors.length === 0 && checked.created + checked.changed > 0;
    const check = { facts, errors, csv, ready };
    return data<ImportOutcome>({ check }, { status: errors.length > 0 ? 422 : 200 });
  }
  const done = await send(server, rows, false);
  if (typeof done === "string") return refuse(done);
  return data<ImportOutcome>({ done: { text: factsOf(done, { t, number }).join(" · ") } });
}

function factsOf(
  { created, changed, unchanged }: Report,
  { t, number }: { t: AdminServer["t"]; number: (value: number) => string },
): string[] {
  return [
    t("admin.csv.created", { number: number(created) }),
    t("admin.csv.changed", { number: number(changed) }),
    t("admin.csv.unchanged", { number: number(unchanged) }),
  ];
}

/** @returns the result of all parts, or the reason one was refused completely */
async function send({ api }: AdminServer, rows: Rows, dryRun: boolean): Promise<Report | string> {
  const all: Report = { created: 0, changed: 0, unchanged: 0, errors: [] };
  for (const part of partsOf(rows)) {
    const answer = await api.post("z/movie/import", { rows: part, dryRun });
    if (!succeeded(answer)) return answer.m;
    all.created += answer.d.created;
    all.changed += answer.d.changed;
    all.unchanged += answer.d.unchanged;
    all.errors.push(...answer.d.errors);
    if (!dryRun && answer.d.errors.length > 0) break;
  }
  return all;
}

function partsOf(rows: Rows): Rows[] {
  const parts: Rows[] = [];
  let part: Rows = [];
  let letters = 0;
  for (const row of rows) {
    const size = JSON.stringify(row).length;
    if (part.length === mostRows || (part.length > 0 && letters + size > mostLetters)) {
      parts.push(part);
      part = [];
      letters = 0;
    }
    part.push(row);
    letters += size;
  }
  return part.length > 0 ? [...parts, part] : parts;
}

/** @returns null for anything but a table with a header line */
function readRows(csv: string): Rows | null {
  try {
    const records = parse(csv, {
      bom: true,
      columns: true,
      info: true,
      skip_empty_lines: true,
      relax_column_count: false,
      trim: false,
    }) as unknown as { record: Record<string, string>; info: { lines: number } }[];
    // Empty cells change nothing and are left out.
    return records.map(({ record, info }) => ({
      line: info.lines,
      cells: Object.fromEntries(Object.entries(record).filter(([, cell]) => cell !== "")),
    }));
  } catch {
    return null;
  }
}
