import { DetailedError, Upload } from "tus-js-client";
import { succeeded } from "../../../../contract/envelope.ts";
import { grantOf } from "../../../../contract/ingest/upload-grant.ts";
import type { FormSource } from "../../../lib/send-directly.ts";

/** State of a video file's upload. `share` is 0 to 1, rates are bytes per second, times seconds. */
export type VideoUpload =
  | { at: "reading"; share: number }
  | { at: "sending" | "paused"; share: number; rate: number | null; leftS: number | null }
  | { at: "done"; key: string }
  | { at: "failed"; message: string };

export type VideoSender = { pause: () => void; resume: () => void; cancel: () => void };

/** Bytes of one request: the most that is lost behind a proxy that buffers requests, without too many requests. */
const pieceBytes = 32 * 1024 * 1024;
/** A form is valid for an hour. */
const formMs = 45 * 60_000;

/**
 * Hashes a file, whose hash is the name it is stored under, and sends it in pieces. Resumes when the network comes
 * back, and when the same file is chosen again after a reload.
 */
export function sendVideo(
  file: File,
  { forms, onChange }: { forms: FormSource; onChange: (state: VideoUpload) => void },
): VideoSender {
  let upload: Upload | null = null;
  let cancelled = false;
  let share = 0;
  const tell = (state: VideoUpload) => {
    if ("share" in state) share = state.share;
    if (!cancelled) onChange(state);
  };
  const worker = new Worker(new URL("./hash-file.worker.ts", import.meta.url), { type: "module" });
  worker.onerror = () => tell({ at: "failed", message: "" });
  worker.onmessage = ({ data }: MessageEvent<{ share?: number; hex?: string; failed?: true }>) => {
    if (data.share !== undefined) return tell({ at: "reading", share: data.share });
    worker.terminate();
    if (!data.hex) return tell({ at: "failed", message: "" });
    if (cancelled) return;
    upload = uploadOf(file, { key: `${data.hex}.${extensionOf(file.name)}`, forms, tell });
    void begin(upload);
  };
  tell({ at: "reading", share: 0 });
  worker.postMessage(file);
  return {
    pause() {
      void upload?.abort();
      tell({ at: "paused", share, rate: null, leftS: null });
    },
    resume: () => upload?.start(),
    cancel() {
      cancelled = true;
      worker.terminate();
      // Deletes the uploaded pieces too; without a network, the server removes them by itself later.
      void upload?.abort(true).catch(() => {});
    },
  };
}

async function begin(upload: Upload): Promise<void> {
  const [before] = await upload.findPreviousUploads();
  if (before) upload.resumeFromPreviousUpload(before);
  upload.start();
}

function uploadOf(
  file: File,
  { key, forms, tell }: { key: string; forms: FormSource; tell: (state: VideoUpload) => void },
): Upload {
  let form: { grant: string; at: number } | null = null;
  const grant = async () => {
    if (form && Date.now() - form.at < formMs) return form.grant;
    const answer = await forms();
    if (!succeeded(answer)) throw new Error(answer.m);
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
      tell({ at: "failed", message: messageOf(error) });
    },
    onShouldRetry(error) {
      const status = error.originalResponse?.getStatus() ?? 0;
      // For a piece, 409 means that the server is at another offset: the client asks for it. For a new upload, 409 is
      // the answer.
      if (status === 409) return error.originalRequest.getMethod() !== "POST";
      return status === 0 || status === 423 || (status >= 500 && status !== 507);
    },
  });
}

/** The server's message in the user's language; empty without one. */
function messageOf(error: Error | DetailedError): string {
  try {
    const body = error instanceof DetailedError ? error.originalResponse?.getBody() : "";
    return (JSON.parse(body || "{}") as { m?: string }).m ?? "";
  } catch {
    return "";
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
