import { codes } from "../../../../contract/codes.ts";
import { succeeded } from "../../../../contract/envelope.ts";
import type { Envelope } from "../../../../contract/index.ts";
import { partAt, partBytes } from "../../../../contract/ingest/upload-parts.ts";
import type { ApiClient } from "../../../api-client/create-client.ts";

/**
 * How it ended: `stored`; `elsewhere` = it has to go through the server; `paused` by the signal; `failed` with the
 * answer's code, below zero for none, and the server's message.
 */
export type PartsSent =
  { end: "stored" | "elsewhere" | "paused" } | { end: "failed"; code: number; message: string };

/** Sends one part. @returns whether the bucket has taken it; rejects when the signal fires */
export type PutPart = (
  url: string,
  part: { blob: Blob; md5: string; signal: AbortSignal; onBytes: (sent: number) => void },
) => Promise<boolean>;

export type PartsSource = {
  api: Pick<ApiClient, "get" | "post">;
  /** Keeps the names of unfinished uploads over a reload. */
  memory: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  /** The name that the file is stored under: its hash and extension. */
  key: string;
};

export type SendParts = PartsSource & {
  file: Blob;
  /** MD5 in base64. */
  md5: (part: Blob) => Promise<string>;
  put: PutPart;
  /** Fires to pause. */
  signal: AbortSignal;
  onProgress: (bytes: number) => void;
  /** Milliseconds before each further attempt of one request. */
  delays?: readonly number[];
};

const patient = [1_000, 2_000, 5_000, 10_000, 20_000, 30_000];
/** Parts on their way at once. */
const lanes = 3;
/** Further attempts while nothing has arrived: a bucket without CORS never takes anything. */
const firstAttempts = 1;
/** Times that parts may be found to be missing at the end. */
const mostRounds = 3;
const quiet = { loading: false, toast: false };
const nameIn = (key: string) => `matinee-parts-${key}`;

/** Ends the sending from inside of it. */
class Ended extends Error {
  readonly how: PartsSent;
  constructor(how: PartsSent) {
    super(how.end);
    this.how = how;
  }
}

const failedBy = ({ c, m }: Envelope<unknown>): PartsSent => ({
  end: "failed",
  code: c,
  message: c < 0 ? "" : m,
});

/** Sends a file to the bucket in parts, or the rest of it when some have arrived before. */
export async function sendParts(options: SendParts): Promise<PartsSent> {
  const { api, memory, key, signal } = options;
  try {
    for (let round = 0; round < mostRounds; round += 1) {
      const { upload, parts } = await openUpload(options);
      await sendMissing(options, upload, new Set(parts));
      const answer = await ask(options, () => api.post("z/upload/complete", { upload }, quiet), "failed");
      // Parts are missing after all.
      if (answer.c === codes.conflict.c) continue;
      memory.removeItem(nameIn(key));
      // Its parts were removed meanwhile.
      if (answer.c === 404) continue;
      return succeeded(answer) ? { end: "stored" } : failedBy(answer);
    }
    return { end: "elsewhere" };
  } catch (error) {
    if (signal.aborted) return { end: "paused" };
    if (error instanceof Ended) return error.how;
    throw error;
  }
}

/** Gives an unfinished upload up; without a network the bucket's parts are removed later. */
export async function dropParts({ api, memory, key }: PartsSource): Promise<void> {
  const upload = memory.getItem(nameIn(key));
  memory.removeItem(nameIn(key));
  if (upload) await api.post("z/upload/cancel", { upload }, quiet);
}

async function openUpload(options: SendParts): Promise<{ upload: string; parts: readonly number[] }> {
  const { api, memory, key, file } = options;
  const known = memory.getItem(nameIn(key));
  if (known) {
    const answer = await ask(options, () => api.get("z/upload/parts", { upload: known }, quiet));
    if (succeeded(answer)) return { upload: known, parts: answer.d.parts };
    if (answer.c !== 404) throw new Ended(failedBy(answer));
    memory.removeItem(nameIn(key));
  }
  const answer = await api.post("z/upload/begin", { key, bytes: file.size }, quiet);
  options.signal.throwIfAborted();
  if (succeeded(answer) && answer.d.stored) throw new Ended({ end: "stored" });
  // On the way through the server, the server says what is wrong.
  if (!succeeded(answer) || !answer.d.upload) throw new Ended({ end: "elsewhere" });
  memory.setItem(nameIn(key), answer.d.upload);
  return { upload: answer.d.upload, parts: [] };
}

async function sendMissing(options: SendParts, upload: string, had: ReadonlySet<number>): Promise<void> {
  const { file, onProgress } = options;
  const numbers = Array.from({ length: Math.ceil(file.size / partBytes) }, (_, at) => at + 1);
  const missing = numbers.filter((number) => !had.has(number));
  const sent = new Map([...had].map((number) => [number, partAt(number, file.size)?.bytes ?? 0]));
  const tell = () => onProgress([...sent.values()].reduce((sum, bytes) => sum + bytes, 0));
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  let arrived = had.size > 0;
  const lane = async () => {
    for (let number = missing.shift(); number !== undefined; number = missing.shift()) {
      const onBytes = (bytes: number) => (sent.set(number, bytes), tell());
      await sendPart({ ...options, signal }, { upload, number, onBytes, arrived: () => arrived });
      arrived = true;
    }
  };
  tell();
  try {
    await Promise.all(Array.from({ length: lanes }, lane));
  } catch (error) {
    // Nothing is lost with an upload that has no part, and so nothing of it stays.
    if (error instanceof Ended && error.how.end === "elsewhere" && !arrived) void dropParts(options);
    throw error;
  } finally {
    stop.abort();
  }
}

type Part = { upload: string; number: number; onBytes: (bytes: number) => void; arrived: () => boolean };

async function sendPart(options: SendParts, { upload, number, onBytes, arrived }: Part): Promise<void> {
  const { file, api, put, signal, delays = patient } = options;
  const { from, bytes } = partAt(number, file.size)!;
  const blob = file.slice(from, from + bytes);
  const md5 = await options.md5(blob);
  for (let attempt = 0; ; attempt += 1) {
    const input = { upload, parts: [{ number, md5 }] };
    const answer = await ask(options, () => api.post("z/upload/sign", input, quiet));
    if (!succeeded(answer)) throw new Ended(failedBy(answer));
    if (await put(answer.d.urls[0]!, { blob, md5, signal, onBytes })) return onBytes(bytes);
    onBytes(0);
    // The server answers and the bucket does not.
    if (attempt >= (arrived() ? delays.length : firstAttempts)) throw new Ended({ end: "elsewhere" });
    await wait(delays[attempt] ?? 0, signal);
  }
}

/**
 * Asks again while the server is out of reach, or the bucket is for the server.
 * @param whenAway how it ends if the bucket stays away; at the end it may still be putting the parts together
 */
async function ask<T>(
  { signal, delays = patient }: Pick<SendParts, "signal" | "delays">,
  call: () => Promise<Envelope<T>>,
  whenAway: "elsewhere" | "failed" = "elsewhere",
): Promise<Envelope<T>> {
  for (let attempt = 0; ; attempt += 1) {
    signal.throwIfAborted();
    const answer = await call();
    const isAway = answer.c < 0;
    if (!isAway && answer.c !== 503) return answer;
    if (attempt >= delays.length) {
      throw new Ended(isAway || whenAway === "failed" ? failedBy(answer) : { end: "elsewhere" });
    }
    await wait(delays[attempt]!, signal);
  }
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const end = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", end);
      resolve();
    }, ms);
    signal.addEventListener("abort", end, { once: true });
  });
}
