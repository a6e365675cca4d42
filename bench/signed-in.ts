import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dataDir, startApp, type App } from "./app.ts";
import { contest, type Contender } from "./contest.ts";
import { resolvePackage } from "./packages.ts";
import { emptyResult, rounded, type Part, type PartOptions, type PartResult } from "./result.ts";
import { openSession } from "./sign-in.ts";
import { elements } from "./ssr.ts";
import { startNodeSubject, type Subject } from "./subjects.ts";
import { listMovies, startFilledApp } from "./videos.ts";

/** Pages, and the share of bare React's speed with the same elements that they must reach. */
const shares = { home: 0.4, watch: 0.3, "my list": 0.5, profile: 0.5 };
/** Requests per second of a bare hello on the machine for which the rates of the admin area were set. */
const helloThere = 55_000;
/** Pages of the admin area, and the requests per second that they must reach there. */
const rates = { "admin: movies": 120, "admin: analysis": 80, "admin: a movie": 60 };
const hello = "hello, node:http";

/**
 * Pages for a signed-in user, each next to React alone rendering the same elements; those of the admin area next to a
 * server that only says hello, so that a slower machine changes no ratio. The data of the first four alone, as a step
 * from one page to another fetches them, show how much of a page is its session, its statements and Remix.
 */
export const signedIn: Part = { title: "Pages for signed-in users", run };

async function run({ quick, say }: PartOptions): Promise<PartResult> {
  await resolvePackage("parse5");
  const { app, paths, headers } = await startSignedIn(say);
  const folder = await mkdtemp(join(tmpdir(), "bench-signed-in-"));
  const subjects: Subject[] = [];
  try {
    const files: string[] = [];
    const html: string[] = [];
    for (const name of Object.keys(shares)) {
      html.push(await (await fetch(app.url + paths[name]!, { headers })).text());
      files.push(join(folder, `${files.length}.html`));
      await writeFile(files.at(-1)!, html.at(-1)!);
    }
    const greeter = await startNodeSubject("hello.mjs", []);
    subjects.push(greeter);
    const bare = await startNodeSubject("react-page.ts", files);
    subjects.push(bare);
    const bareUrl = `http://127.0.0.1:${bare.port}`;
    const result = emptyResult();
    for (const [index, name] of Object.keys(shares).entries()) {
      const copy = await (await fetch(`${bareUrl}/${index}`)).text();
      result.checks[`${name}: the same elements`] = elements(html[index]!) === elements(copy);
    }

    say("loading");
    const contenders: Contender[] = [
      ...Object.keys(shares).flatMap((name, index) => [
        { name, url: app.url + paths[name]!, headers },
        { name: `${name}, React alone`, url: `${bareUrl}/${index}` },
        // What the page costs before anything of it is rendered: no rendering, however cheap, makes it faster.
        { name: `${name}, its data alone`, url: app.url + dataOf(paths[name]!), headers },
      ]),
      ...Object.keys(rates).map((name) => ({ name, url: app.url + paths[name]!, headers })),
      { name: hello, url: `http://127.0.0.1:${greeter.port}/` },
    ];
    const options = quick ? { rounds: 2, seconds: 2, warmUpS: 3 } : { rounds: 5, seconds: 4, warmUpS: 6 };
    const standing = await contest(contenders, { ...options, connections: 8 });
    result.rows = standing.rows;
    result.ratios = [
      ...Object.entries(shares).map(([name, share]) => ({
        name: `${name} ÷ React alone`,
        value: rounded(standing.rate(name) / standing.rate(`${name}, React alone`), 2),
        unit: "×",
        target: { atLeast: share },
      })),
      ...Object.entries(rates).map(([name, rate]) => ({
        name: `${name} ÷ hello`,
        value: rounded((1000 * standing.rate(name)) / standing.rate(hello), 2),
        unit: "‰",
        target: { atLeast: rounded((1000 * rate) / helloThere, 2) },
      })),
    ];
    result.checks["no errors"] = standing.errors === 0;
    return result;
  } finally {
    for (const subject of subjects) await subject.stop();
    await app.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Where Remix answers the data of a page. */
const dataOf = (path: string) => (path === "/" ? "/_root.data" : `${path}.data`);

/**
 * Starts the server with the demo's accounts on the existing movies. Its admin is signed in, and has a list and places.
 * @returns the paths of pages by name, and the headers of a request with the session; the caller stops the app
 */
export async function startSignedIn(
  say: (text: string) => void,
): Promise<{ app: App; paths: Record<string, string>; headers: Record<string, string> }> {
  // First without the demo: then all movies exist, and none is made during the measurement.
  const filled = await startFilledApp(say);
  await filled.app.stop();
  const app = await startApp({ dataDir, demo: true, patienceMs: 300_000 });
  try {
    const { headers, post } = await openSession(app);
    const movies = await listMovies(app);
    for (const { id } of movies.slice(0, 12)) await post("favourite/add", { id });
    for (const { id } of movies.slice(0, 6))
      await post("progress/save", { id, index: 1, positionS: 5, durationS: 20, settled: true });
    const [movie] = movies;
    const paths = {
      home: "/",
      watch: `/video/${filled.film.id}`,
      "my list": "/my-list",
      profile: "/profile",
      "admin: movies": "/z/page/movie",
      "admin: analysis": "/z/page/analysis",
      "admin: a movie": `/z/page/movie/detail/${movie!.id}`,
    };
    return { app, paths, headers };
  } catch (error) {
    await app.stop();
    throw error;
  }
}
