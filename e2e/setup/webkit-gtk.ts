import { freePort } from "../../tests/setup/server-process.ts";
import { findProgram, run, type OtherBrowser, type Running } from "./other-browser.ts";

const libraries = "/usr/lib/x86_64-linux-gnu";
const driver = findProgram("WebKitWebDriver");
const browser = findProgram(
  ...["4.1", "4.0"].map((version) => `${libraries}/webkit2gtk-${version}/MiniBrowser`),
  `${libraries}/webkitgtk-6.0/MiniBrowser`,
);
/** It opens windows: without a screen it needs one that nobody sees. */
const screen = findProgram("Xvfb");

/** The programs, or null where one of them is missing. */
export const webKitGtk =
  driver && browser && (process.env.DISPLAY || screen) ? { driver, browser, screen } : null;

/** An element, as WebDriver names it. */
const elementKey = "element-6066-11e4-a52e-4f735466cecf";

/** Opens WebKitGTK's own browser, and steers it by WebDriver (w3.org/TR/webdriver2). */
export async function openWebKitGtk(programs: NonNullable<typeof webKitGtk>): Promise<OtherBrowser> {
  const running: Running[] = [];
  const close = async () => {
    for (const one of running.reverse()) await one.end();
  };
  try {
    const env: Record<string, string> = { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" };
    if (!process.env.DISPLAY) {
      const size = ["-screen", "0", "1280x900x24", "-nolisten", "tcp", "-displayfd", "1"];
      const shown = run(programs.screen!, size);
      running.push(shown);
      env.DISPLAY = `:${(await shown.says(/^(\d+)\n/m))[1]}`;
    }
    const port = await freePort();
    running.push(run(programs.driver, ["--host=127.0.0.1", `--port=${port}`], env));
    const call = callsTo(`http://127.0.0.1:${port}`);
    await isUp(call);
    const options = { binary: programs.browser, args: ["--automation"] };
    const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": options } };
    const { sessionId } = await call<{ sessionId: string }>("POST", "/session", { capabilities });
    const session = `/session/${sessionId}`;
    const read = async <Value>(expression: string): Promise<Value> => {
      const script = `return JSON.stringify([${expression}])`;
      const text = await call<string>("POST", `${session}/execute/sync`, { script, args: [] });
      return (JSON.parse(text) as [Value])[0];
    };
    return {
      async open(url) {
        await call("POST", `${session}/url`, { url });
        // The protocol reports no errors of a page: these are those from here on.
        await read(`(${collectErrors.toString()})()`);
      },
      read,
      async press(selector) {
        const using = { using: "css selector", value: selector };
        const element = await call<Record<string, string>>("POST", `${session}/element`, using);
        await call("POST", `${session}/element/${element[elementKey]}/click`, {});
      },
      errors: () => read<string[]>("window.pageErrors"),
      async close() {
        await call("DELETE", session).catch(() => undefined);
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Runs in the page. */
function collectErrors(): null {
  const errors: string[] = [];
  Object.assign(window, { pageErrors: errors });
  addEventListener("error", ({ message }) => void errors.push(message));
  addEventListener("unhandledrejection", ({ reason }) => void errors.push(String(reason)));
  // The driver reports no console: the page's own is read.
  const page = window.console;
  const write = page.error;
  page.error = (...said: unknown[]) => {
    errors.push(said.join(" "));
    write(...said);
  };
  return null;
}

type Call = <Value>(method: string, path: string, body?: object) => Promise<Value>;

function callsTo(base: string): Call {
  return async (method, path, body) => {
    const answer = await fetch(base + path, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = (await answer.json()) as { value: never };
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
}

/** The driver says nothing when it is up. */
async function isUp(call: Call): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call("GET", "/status");
    } catch (error) {
      if (attempt === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}
