import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram, run, type OtherBrowser } from "./other-browser.ts";

export const firefox = findProgram("firefox-esr", "firefox");

/** Nothing of the browser's own that would use the network or the page. */
const preferences = {
  "app.update.enabled": false,
  "browser.shell.checkDefaultBrowser": false,
  "browser.startup.homepage_override.mstone": "ignore",
  "datareporting.policy.dataSubmissionEnabled": false,
  "media.gmp-manager.updateEnabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "toolkit.telemetry.server": "",
};

type Answer = { id?: number; type: string; result?: unknown; method?: string; params?: unknown };
type Call = <Result>(method: string, params: object) => Promise<Result>;

/** Opens Firefox without a window, and steers it by WebDriver BiDi (w3c.github.io/webdriver-bidi). */
export async function openFirefox(path: string): Promise<OtherBrowser> {
  const profile = await mkdtemp(join(tmpdir(), "matinee-firefox-"));
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  await writeFile(join(profile, "user.js"), lines.join("\n"));
  const options = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"];
  const program = run(path, options, { MOZ_CRASHREPORTER_DISABLE: "1", HOME: profile });
  const close = async () => {
    await program.end();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const [, address] = await program.says(/WebDriver BiDi listening on (ws:\S+)/);
    const errors: string[] = [];
    const { call, hangUp } = await connect(`${address}/session`, (text) => errors.push(text));
    await call("session.new", { capabilities: {} });
    await call("session.subscribe", { events: ["log.entryAdded"] });
    const tree = await call<{ contexts: { context: string }[] }>("browsingContext.getTree", {});
    const { context } = tree.contexts[0]!;
    const evaluate = async (expression: string) => {
      const { result, exceptionDetails } = await call<{
        result?: { value?: string };
        exceptionDetails?: { text: string };
      }>("script.evaluate", {
        expression: `JSON.stringify([${expression}])`,
        target: { context },
        awaitPromise: false,
        userActivation: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return (JSON.parse(result!.value!) as unknown[])[0];
    };
    return {
      open: (url) => call("browsingContext.navigate", { context, url, wait: "complete" }),
      read: async <Value>(expression: string) => (await evaluate(expression)) as Value,
      press: async (selector) =>
        void (await evaluate(`document.querySelector(${JSON.stringify(selector)}).click()`)),
      errors: async () => errors,
      async close() {
        hangUp();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function connect(address: string, onError: (text: string) => void) {
  const socket = new WebSocket(address);
  const answers = new Map<number, (answer: Answer) => void>();
  let last = 0;
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener("open", () => resolve());
    socket.addEventListener("error", () => reject(new Error(`No connection to ${address}`)));
  });
  socket.addEventListener("message", ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    if (answer.id !== undefined) return answers.get(answer.id)?.(answer);
    if (answer.method !== "log.entryAdded") return;
    const { level, text } = answer.params as { level: string; text: string };
    if (level === "error") onError(text);
  });
  const call: Call = (method, params) =>
    new Promise((resolve, reject) => {
      last += 1;
      answers.set(last, (answer) => {
        if (answer.type === "error") reject(new Error(`${method}: ${JSON.stringify(answer)}`));
        else resolve(answer.result as never);
      });
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  return { call, hangUp: () => socket.close() };
}
