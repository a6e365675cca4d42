import { lookup } from "node:dns";
import { lookup as lookUp } from "node:dns/promises";
import { request as requestHttp, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import { keptAnswer, type DeliveryProblem } from "../../../contract/service/webhook-events.ts";
import { isPublicAddress, isPublicHost } from "../../domain/kernel/public-address.ts";
import { bareHost, notPublic, publicLookup } from "../../domain/kernel/public-lookup.ts";
import type { WebhookPost, WebhookReply, WebhookSender } from "../../ports/webhook-sender.ts";

/** Milliseconds for a whole delivery. */
const patienceMs = 10_000;
/** Bytes of an answer that are read. */
const mostBytes = 64 * 1024;
/** The longest wait that a receiver may ask for. Seconds. */
const longestWaitS = 3_600;

const problems: Record<string, DeliveryProblem> = {
  [notPublic]: "private",
  ENOTFOUND: "unreachable",
  EAI_AGAIN: "unreachable",
  ECONNREFUSED: "unreachable",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  ETIMEDOUT: "timeout",
};

export type SenderSettings = {
  /** Of the product, for the User-Agent. */
  version: string;
  /** Allow http and addresses of this machine and its network, for tests; default false. */
  private?: boolean;
  /** Looks names up; left out, as the system does. */
  resolve?: typeof lookup;
  /** Milliseconds for a whole delivery; default 10 s. */
  timeoutMs?: number;
};

/**
 * Sends messages to addresses that admins have typed. They are https; a name is resolved when connecting and its address
 * has to be public, no redirection is followed, and of an answer no more than 64 KB is read.
 */
export function createWebhookSender({
  version,
  private: anywhere = false,
  resolve = lookup,
  timeoutMs = patienceMs,
}: SenderSettings): WebhookSender {
  const looksPublic = (url: URL) => url.protocol === "https:" && isPublicHost(bareHost(url.hostname));
  const plain = (text: string) => {
    const url = URL.parse(text);
    const known = url?.protocol === "https:" || url?.protocol === "http:";
    return url && known && url.username === "" && url.password === "" ? url : null;
  };
  return {
    async allows(text) {
      const url = plain(text);
      if (!url || anywhere) return url !== null;
      if (!looksPublic(url)) return false;
      const found = await lookUp(bareHost(url.hostname), { all: true }).catch(() => null);
      return found === null || found.some(({ address }) => isPublicAddress(address));
    },
    send(text, post) {
      const url = plain(text);
      if (!url || (!anywhere && !looksPublic(url)))
        return Promise.resolve({ status: null, problem: "private", ms: 0, answer: "", waitS: null });
      const guard = anywhere ? {} : { lookup: publicLookup(resolve) };
      return hand(url, { ...guard, timeoutMs, post, agent: `Matinee-Webhooks/${version}` });
    },
  };
}

type Handed = {
  lookup?: ReturnType<typeof publicLookup>;
  timeoutMs: number;
  post: WebhookPost;
  agent: string;
};

function hand(url: URL, { lookup: guarded, timeoutMs, post, agent }: Handed): Promise<WebhookReply> {
  const began = performance.now();
  return new Promise((settle) => {
    const end = (reply: Omit<WebhookReply, "ms">) => {
      clearTimeout(timer);
      settle({ ...reply, ms: Math.round(performance.now() - began) });
    };
    const fail = (problem: DeliveryProblem) => end({ status: null, problem, answer: "", waitS: null });
    const request = (url.protocol === "https:" ? requestHttps : requestHttp)(url, {
      method: "POST",
      // A connection for each: what a name resolves to is looked up each time.
      agent: false,
      headers: {
        ...post.headers,
        "Content-Type": "application/json",
        "Content-Length": Buffer.byteLength(post.body),
        "User-Agent": agent,
      },
      ...(guarded && { lookup: guarded }),
    });
    let answering: IncomingMessage | null = null;
    // Of an answer that has begun, the status counts: the rest of it is only for the log.
    const timer = setTimeout(() => {
      if (answering) answering.destroy();
      else {
        fail("timeout");
        request.destroy();
      }
    }, timeoutMs);
    request.on("error", ({ code = "" }: NodeJS.ErrnoException) => fail(problems[code] ?? "broken"));
    request.on("response", (response) => {
      answering = response;
      void beginningOf(response).then((answer) => {
        const status = response.statusCode ?? 0;
        end({ status, problem: problemOf(status), answer, waitS: waitOf(response.headers["retry-after"]) });
        request.destroy();
      });
    });
    request.end(post.body);
  });
}

function problemOf(status: number): DeliveryProblem | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? "redirect" : "status";
}

/** The first letters of an answer, without signs that would change how the log is read. Never rejects. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk.subarray(0, mostBytes - bytes));
      bytes += chunk.length;
      if (bytes >= mostBytes) break;
    }
  } catch {
    // Cut off, or too slow: what has come is shown.
  }
  const text = new TextDecoder().decode(Buffer.concat(chunks));
  return text
    .replaceAll(/[^\P{C}\n\t]/gu, "")
    .slice(0, keptAnswer)
    .toWellFormed();
}

function waitOf(header: string | undefined): number | null {
  const seconds = Number(header ?? "");
  const wait = Number.isNaN(seconds) ? (Date.parse(header!) - Date.now()) / 1_000 : seconds;
  return wait > 0 ? Math.min(Math.ceil(wait), longestWaitS) : null;
}
