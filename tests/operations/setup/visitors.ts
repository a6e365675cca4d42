import { Agent, request as httpRequest } from "node:http";

type Answer = { status: number; text: string };
type Asked = { method?: "GET" | "POST"; headers?: Record<string, string>; body?: string };

/** What visitors have asked for so far. */
export type Tally = { asked: Record<string, number>; failures: string[] };

/** A browser with an address of its own and kept connections, as rate limits and proxies see it. */
export function createBrowser(url: string, number: number) {
  const agent = new Agent({ keepAlive: true, localAddress: `127.0.1.${number + 1}` });
  const ask = (path: string, { method = "GET", headers = {}, body }: Asked = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const call = httpRequest(`${url}${path}`, { agent, method, headers }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
        response.once("error", reject);
        response.once("end", () => resolve({ status: response.statusCode!, text }));
      });
      call.once("error", reject);
      call.end(body);
    });
  return {
    ask,
    async call<T>(name: string, input: object, token?: string): Promise<T> {
      const { status, text } = await ask(`/api/${name}`, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          ...(token && { Authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(input),
      });
      if (status !== 200) throw new Error(`${status} ${text.slice(0, 100)}`);
      return (JSON.parse(text) as { d: T }).d;
    },
    close: () => agent.destroy(),
  };
}

/** A guest who may watch the movie `a-film`: what they ask for in turns. */
async function createVisitor(url: string, number: number) {
  const { ask, call, close } = createBrowser(url, number);
  const { uid, proof } = await call<{ uid: string; proof: string }>("identity/anonymous", {});
  const { token } = await call<{ token: string }>("login/uid", { uid, proof });
  const start = await ask("/api/playback/start?id=a-film&index=1", {
    headers: { Authorization: `Bearer ${token}` },
  });
  const { hls } = (JSON.parse(start.text) as { d: { hls: string } }).d;
  const media = new URL(".", new URL(hls, url)).pathname;
  const pages = ["/", "/video/a-film", "/page/about", "/page/login"];
  const form = { "Content-Type": "application/x-www-form-urlencoded", Origin: url };
  const expectStatus = async (expected: number, asked: Promise<Answer>) => {
    const { status, text } = await asked;
    if (status !== expected) throw new Error(`${status} ${text.slice(0, 100)}`);
  };
  const turns: Record<string, (round: number) => Promise<unknown>> = {
    segment: (round) => expectStatus(200, ask(`${media}v240/seg_${String(round % 50).padStart(5, "0")}.m4s`)),
    save: (round) =>
      call("progress/save", { id: "a-film", index: 1, positionS: round % 90, durationS: 100 }, token),
    page: (round) => expectStatus(200, ask(pages[round % pages.length]!)),
    form: () =>
      expectStatus(303, ask("/page/language", { method: "POST", headers: form, body: "locale=de&to=%2F" })),
    favourite: (round) =>
      round % 2
        ? call("favourite/remove", { ids: ["a-film"] }, token)
        : call("favourite/add", { id: "a-film" }, token),
  };
  return { turns, close };
}

/**
 * Lets visitors ask for pages, forms, calls and segments until `end` is called. A request that does not get the very
 * answer it should have is a failure.
 */
export async function startVisitors(url: string, count: number) {
  const tally: Tally = { asked: {}, failures: [] };
  const stopping = new AbortController();
  const visitors = await Promise.all(Array.from({ length: count }, (_, n) => createVisitor(url, n)));
  const visits = visitors.map(async ({ turns, close }, number) => {
    for (let round = number; !stopping.signal.aborted; round++)
      for (const [kind, turn] of Object.entries(turns)) {
        tally.asked[kind] = (tally.asked[kind] ?? 0) + 1;
        await turn(round).catch((error: Error) => tally.failures.push(`${kind}: ${error.message}`));
      }
    close();
  });
  return {
    tally,
    async end(): Promise<Tally> {
      stopping.abort();
      await Promise.all(visits);
      return tally;
    },
  };
}

/** @returns how many requests were made */
export function sumOf({ asked }: Tally): number {
  return Object.values(asked).reduce((sum, count) => sum + count, 0);
}
