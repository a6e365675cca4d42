import { newPhone, startBrowser } from "./browser.ts";
import { dataDir, startApp } from "./app.ts";
import { startFilledApp } from "./videos.ts";
import { memoryOf } from "./memory.ts";
import { emptyResult, median, rounded, type Part, type PartOptions, type PartResult } from "./result.ts";

const startTarget = { atMost: 3 };
const memoryTarget = { atMost: 350 };
/**
 * Milliseconds after the start when memory is measured: by then, memory used for starting has been freed or never will
 * be.
 */
const settledMs = 30_000;

/** Time until the server answers on an existing data folder, and its memory afterwards. */
export const start: Part = { title: "Start, and memory", run };

async function run({ quick, say }: PartOptions): Promise<PartResult> {
  const { app: first, film } = await startFilledApp(say);
  await first.stop();
  const seconds: number[] = [];
  for (let round = 0; round < (quick ? 3 : 5); round++) {
    say(`start ${round + 1}`);
    const app = await startApp({ dataDir });
    seconds.push(app.readyMs / 1000);
    await app.stop();
  }
  say("memory");
  const result = emptyResult();
  result.rows.push({
    name: "from the process's start to /readyz",
    value: rounded(median(seconds), 2),
    unit: "s",
    target: startTarget,
  });
  const app = await startApp({ dataDir });
  try {
    const began = Date.now();
    await visit([`${app.url}/`, `${app.url}/video/${film.id}`]);
    await new Promise((done) =>
      setTimeout(done, Math.max(0, settledMs - app.readyMs - (Date.now() - began))),
    );
    const memory = await memoryOf(app.pid);
    result.rows.push(
      {
        name: "resident memory, 30 s after the start",
        value: rounded(memory.residentMB),
        unit: "MB",
        target: memoryTarget,
      },
      ...(memory.proportionalMB === null
        ? []
        : [
            {
              name: "the same with shared pages shared out (PSS)",
              value: rounded(memory.proportionalMB),
              unit: "MB",
            },
          ]),
      { name: "processes", value: memory.processes, unit: "" },
    );
  } finally {
    await app.stop();
  }
  return result;
}

/** A person's visit: requests everything the page requests. */
async function visit(urls: readonly string[]): Promise<void> {
  const browser = await startBrowser();
  try {
    const context = await newPhone(browser);
    const page = await context.newPage();
    for (const url of urls) await page.goto(url, { waitUntil: "networkidle" });
  } finally {
    await browser.close();
  }
}
