import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contest } from "./contest.ts";
import { startFilledApp } from "./videos.ts";
import { resolvePackage } from "./packages.ts";
import { emptyResult, rounded, type Part, type PartOptions, type PartResult } from "./result.ts";
import { startNodeSubject, type Subject } from "./subjects.ts";

/** Share of bare React's speed that must remain with routes, loaders, sessions, translations and the edge. */
const target = { atLeast: 0.6 };

/** Home rendered by the product, against React alone rendering the same elements. */
export const ssr: Part = { title: "Server rendering of the home page", run };

async function run({ quick, say }: PartOptions): Promise<PartResult> {
  await resolvePackage("parse5");
  const { app } = await startFilledApp(say);
  const folder = await mkdtemp(join(tmpdir(), "bench-ssr-"));
  let bare: Subject | null = null;
  try {
    const html = await (await fetch(`${app.url}/`)).text();
    const file = join(folder, "home.html");
    await writeFile(file, html);
    bare = await startNodeSubject("react-page.ts", [file]);
    const bareUrl = `http://127.0.0.1:${bare.port}/`;
    const copy = await (await fetch(bareUrl)).text();

    say("loading");
    const options = quick ? { rounds: 2, seconds: 2, warmUpS: 3 } : { rounds: 5, seconds: 5, warmUpS: 8 };
    const gzip = { "Accept-Encoding": "gzip" };
    const standing = await contest(
      [
        { name: "home", url: `${app.url}/` },
        { name: "React alone", url: bareUrl },
        // This page is rendered each time, even if pages for people without a session are cached. Any cookie except the
        // language makes a page personal, so it is rendered for this request only.
        { name: "home, rendered each time", url: `${app.url}/`, headers: { Cookie: "locale=en; visit=1" } },
        { name: "home, compressed", url: `${app.url}/`, headers: gzip },
      ],
      { ...options, connections: 8 },
    );
    return {
      ...emptyResult(),
      rows: standing.rows,
      ratios: [
        {
          name: "home ÷ React alone",
          value: rounded(standing.rate("home") / standing.rate("React alone"), 2),
          unit: "×",
          target,
        },
        {
          name: "home, rendered each time ÷ React alone",
          value: rounded(standing.rate("home, rendered each time") / standing.rate("React alone"), 2),
          unit: "×",
        },
      ],
      checks: {
        "no errors": standing.errors === 0,
        "the same number of elements": elements(html) === elements(copy),
        "as many bytes, within 3 %": Math.abs(copy.length / html.length - 1) < 0.03,
      },
      findings: [
        `home: ${elements(html)} elements, ${html.length} characters; React alone: ${elements(copy)}, ${copy.length}`,
      ],
    };
  } finally {
    await bare?.stop();
    await app.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Counts start tags outside of scripts. */
export function elements(html: string): number {
  return html.replace(/(<script[^>]*>)[\s\S]*?<\/script>/g, "$1").match(/<[a-z][\w-]*[\s>/]/gi)?.length ?? 0;
}
