import { DetailedError, Upload } from "tus-js-client";
import { clientCodes } from "../../../../contract/codes.ts";
import { succeeded } from "../../../../contract/envelope.ts";
import { grantOf } from "../../../../contract/ingest/upload-grant.ts";
import type { FormSource } from "../../../lib/send-directly.ts";
import { createHasher, type Hasher } from "./hash-files.ts";
import { putPart } from "./put-part.ts";
import { dropParts, sendParts, type PartsSource } from "./send-parts.ts";

/**
 * State of a video file that is sent. `share` is 0 to 1, rates are bytes per second, times seconds. `code` is that of the
 * envelope, or the HTTP status of an answer without one; below zero, nothing answered.
 */
export type SentState =
  | { at: "reading"; share: number }
  | { at: "sending"; share: number; rate: number | null; leftS: number | null }
  | { at: "done"; key: string }
  | { at: "failed"; code: number; message: string };

/** The calls of uploads to the bucket. */
export type PartsApi = PartsSource["api"];

export type VideoSender = { pause: () => void; resume: () => void; cancel: () => void };

type SendOptions = {
  forms: FormSource;
  api: PartsApi;
  onChange: (state: SentState) => void;
  /** The file's SHA-256 in hex, if it is known. */
  hash?: string | undefined;
  onHash: (hash: string) => void;
};
export type SendVideo = typeof sendVideo;

/** Bytes of one request: the most that is lost behind a proxy that buffers requests, without too many requests. */
const pieceBytes = 32 * 1024 * 1024;
/** A form is valid for an hour. */
const formMs = 45 * 60_000;

/**
 * Hashes a file, whose hash is the name it is stored under, and sends it in parts: to the bucket itself, or through the
 * server. Resumes when the network comes back, and when the same file is chosen again after a reload.
 */
export function sendVideo(
  file: File,
  { forms, api, onChange, hash: known, onHash }: SendOptions,
): VideoSender {
  const hasher = createHasher();
  let cancelled = false;
  let paused = false;
  let line: VideoSender | null = null;
  const tell = (state: SentState) => {
    if (state.at === "done" || state.at === "failed") hasher.close();
    if (!cancelled) onChange(state);
  };
  const start = async () => {
    const hash = known ?? (await hasher.hash(file, "sha256", (share) => tell({ at: "reading", share })));
    if (cancelled) return;
    onHash(hash);
    const key = `${hash}.${extensionOf(file.name)}`;
    const upload = uploadOf(file, { key, forms, tell });
    const [before] = await upload.findPreviousUploads();
    if (before) upload.resumeFromPreviousUpload(before);
    const server = lineOf(upload);
    const onElsewhere = () => {
      line = server;
      server.resume();
    };
    // What has gone through the server so far is not sent again.
    line = before ? server : bucketLine(file, { key, api, hasher, tell, onElsewhere });
    if (!cancelled && !paused) line.resume();
  };
  start().catch(() => tell(unreadable));
  return {
    pause() {
      paused = true;
      line?.pause();
    },
    resume() {
      paused = false;
      line?.resume();
    },
    cancel() {
      cancelled = true;
      hasher.close();
      line?.cancel();
    },
  };
}

/** Through the server. Cancelling deletes the uploaded pieces; without a network, the server removes them later. */
function lineOf(upload: Upload): VideoSender {
  return {
    pause: () => void upload.abort(),
    resume: () => upload.start(),
    cancel: () => void upload.abort(true).catch(() => {}),
  };
}

type BucketLine = {
  key: string;
  api: PartsApi;
  hasher: Hasher;
  tell: (state: SentState) => void;
  /** The bucket can't be used. */
  onElsewhere: () => void;
};

function bucketLine(file: File, { key, api, hasher, tell, onElsewhere }: BucketLine): VideoSender {
  const source = { api, key, memory: localStorage };
  let turn = new AbortController();
  const run = async ({ signal }: AbortController) => {
    const pace = paceOf();
    const onProgress = (bytes: number) => {
      if (!signal.aborted) tell({ at: "sending", share: bytes / file.size, ...pace(bytes, file.size) });
    };
    const md5 = (part: Blob) => hasher.hash(part, "md5");
    const sent = await sendParts({ ...source, file, md5, put: putPart, signal, onProgress });
    if (signal.aborted) return;
    if (sent.end === "stored") tell({ at: "done", key });
    else if (sent.end === "failed") tell({ at: "failed", code: sent.code, message: sent.message });
    else onElsewhere();
  };
  return {
    pause: () => turn.abort(),
    resume() {
      turn.abort();
      turn = new AbortController();
      run(turn).catch(() => tell(unreadable));
    },
    cancel() {
      turn.abort();
      void dropParts(source);
    },
  };
}

function uploadOf(
  file: File,
  { key, forms, tell }: { key: string; forms: FormSource; tell: (state: SentState) => void },
): Upload {
  let form: { grant: string; at: number } | null = null;
  const grant = async () => {
    if (form && Date.now() - form.at < formMs) return form.grant;
    const answer = await forms();
    if (!succeeded(answer)) throw new Refused(answer.c, answer.m);
    form = { grant: grantOf(answer.d.form), at: Date.now() };
    return form.grant;
  };
  const pace = paceOf();
  return new Upload(file, {
    endpoint: "/oss/resumable",
    metadata: { key },
    chunkSize: pieceBytes,
    retryDelays: [0, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000],
    // The same content is the same upload, whatever the file is called.
    fingerprint: async () => `matinee-${key}`,
    removeFingerprintOnSuccess: true,
    onBeforeRequest: async (request) => {
      request.setHeader("Upload-Grant", await grant());
      request.setHeader("Accept-Language", document.documentElement.lang);
    },
    onProgress: (bytes, all) => tell({ at: "sending", share: bytes / all, ...pace(bytes, all) }),
    onSuccess: () => tell({ at: "done", key }),
    onError(error) {
      // The file was stored before, perhaps by another admin: nothing is left to send.
      if (error instanceof DetailedError && error.originalResponse?.getStatus() === 409)
        return tell({ at: "done", key });
      tell({ at: "failed", ...reasonOf(error) });
    },
    onShouldRetry(error) {
      if (error.causingError instanceof Refused && error.causingError.code >= 0) return false;
      const status = error.originalResponse?.getStatus() ?? 0;
      // For a piece, 409 means that the server is at another offset: the client asks for it. For a new upload, 409 is
      // the answer.
      if (status === 409) return error.originalRequest.getMethod() !== "POST";
      return status === 0 || status === 423 || (status >= 500 && status !== 507);
    },
  });
}

/** The form to send with was refused. */
class Refused extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const unreadable = { at: "failed", code: 0, message: "" } as const;

/** The server's answer, with its message in the user's language; a proxy's answer has a status alone. */
function reasonOf(error: Error | DetailedError): { code: number; message: string } {
  const response = error instanceof DetailedError ? error.originalResponse : null;
  const cause = error instanceof DetailedError ? error.causingError : error;
  if (cause instanceof Refused) return { code: cause.code, message: cause.message };
  const status = response?.getStatus() || clientCodes.network;
  try {
    const { c, m } = JSON.parse(response?.getBody() || "{}") as { c?: number; m?: string };
    return { code: c ?? status, message: m ?? "" };
  } catch {
    return { code: status, message: "" };
  }
}

/** The rate of the last seconds, and the time left at that rate. */
function paceOf(): (bytes: number, all: number) => { rate: number | null; leftS: number | null } {
  const marks: { at: number; bytes: number }[] = [];
  return (bytes, all) => {
    const now = performance.now();
    marks.push({ at: now, bytes });
    while (marks.length > 2 && now - marks[0]!.at > 8_000) marks.shift();
    const [first] = marks;
    const seconds = (now - first!.at) / 1_000;
    if (seconds < 1 || bytes <= first!.bytes) return { rate: null, leftS: null };
    const rate = (bytes - first!.bytes) / seconds;
    return { rate, leftS: (all - bytes) / rate };
  };
}

const extensionOf = (name: string) => /\.([a-z0-9]{2,4})$/i.exec(name)?.[1]?.toLowerCase() ?? "";
