import { data } from "@remix-run/node";
import { mostMagnetLines } from "../../../../contract/ingest/admin-magnets.ts";
import { issuesOf, succeeded } from "../../../../contract/envelope.ts";
import type { Envelope, OutputOf } from "../../../../contract/index.ts";
import type { AdminServer } from "../../../lib/require-permission.server.ts";
import type { MagnetOutcome, PastedLine } from "./magnet-outcome.ts";

/** Characters of one call: the API limits the payload, and a link with many trackers is long. */
const partLength = 24_000;

/** Adds the pasted links, line by line. Refused lines stay in the field with their line numbers, to be corrected. */
export async function addMagnets({ api, t }: AdminServer, form: FormData) {
  const text = String(form.get("text") ?? "").replaceAll("\r\n", "\n");
  const rights = form.get("rights") === "on";
  const refuse = (errors: { text?: string; rights?: string }) => {
    const at = Object.entries(errors).map(([name, words]) => ({
      id: name === "text" ? "magnets" : name,
      text: words,
    }));
    const pasted = { lines: [], text, rights, errors };
    return data<MagnetOutcome>({ failed: t("login.checkFields"), at, pasted }, { status: 422 });
  };
  const typed = text.split("\n");
  const filled = typed.filter((line) => line.trim() !== "").length;
  const errors = {
    ...(filled === 0 && { text: t("admin.magnet.noLinks") }),
    ...(filled > mostMagnetLines && { text: t("admin.magnet.tooManyLinks", { number: mostMagnetLines }) }),
    ...(!rights && { rights: t("admin.magnet.noRights") }),
  };
  if (Object.keys(errors).length > 0) return refuse(errors);
  const lines: PastedLine[] = [];
  for (const { from, part } of partsOf(typed)) {
    const answer: Envelope<OutputOf<"z/magnet/add">> = await api.post("z/magnet/add", { text: part, rights });
    if (!succeeded(answer)) {
      // The parts before this one were added: sending them again would report duplicates.
      const failed = issuesOf(answer)[0]?.message ?? answer.m;
      const left = typed.slice(from).join("\n");
      return data<MagnetOutcome>(
        { failed, pasted: { lines, text: left, rights, errors: {} } },
        { status: 422 },
      );
    }
    lines.push(...answer.d.lines.map((line) => ({ ...line, line: line.line + from })));
  }
  const left = lines.filter(({ outcome }) => outcome === "invalid").map(({ line }) => typed[line - 1]);
  const pasted = { lines, text: left.join("\n"), rights: left.length > 0, errors: {} };
  return data<MagnetOutcome>({ pasted }, { status: left.length > 0 ? 422 : 200 });
}

/** Whole lines, as many as fit. A line that is too long is sent alone and refused. */
function partsOf(lines: readonly string[]): { from: number; part: string }[] {
  const parts: { from: number; part: string }[] = [];
  for (const [at, line] of lines.entries()) {
    const cut = line.slice(0, partLength);
    const last = parts.at(-1);
    if (last && last.part.length + cut.length < partLength) last.part += `\n${cut}`;
    else parts.push({ from: at, part: cut });
  }
  return parts.filter(({ part }) => part.trim() !== "");
}
