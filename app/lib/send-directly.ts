import { succeeded } from "../../contract/envelope.ts";
import type { Envelope } from "../../contract/index.ts";
import { keyIn } from "../../contract/ingest/upload-grant.ts";

type Presigned = { form: Record<string, string>; url: string };

/** Gets a form to send with (`oss/form`) from the page; `key` is the name that the file will have. */
export type FormSource = (input?: { purpose?: "picture"; key?: string }) => Promise<Envelope<Presigned>>;

/** What is sent: `picture` of any user; `artwork` and `subtitles` by admins, for the service. */
export type SentKind = "picture" | "artwork" | "subtitles";

/** Milliseconds without progress after which the storage counts as unreachable. */
const stalledMs = 10_000;

/**
 * Sends a small file straight to where it is stored, named by its hash (spec, section 7).
 * @returns the name it is stored under; null if it can't be sent this way, and has to go through the server, which also
 *   says what is wrong with it
 */
export async function sendDirectly(
  file: File,
  { kind, forms }: { kind: SentKind; forms: FormSource },
): Promise<string | null> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const extension = kind === "subtitles" ? "srt" : pictureExtension(bytes);
  // Without https a browser has no digest.
  if (!extension || !globalThis.crypto?.subtle) return null;
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const key = `${[...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("")}.${extension}`;
  const answer = await forms({ key, ...(kind === "picture" && { purpose: "picture" }) });
  if (!succeeded(answer)) return null;
  const { form, url } = answer.d;
  const body = new FormData();
  for (const [name, value] of Object.entries({ ...form, key: keyIn(form, key) })) body.append(name, value);
  body.append("file", new Blob([bytes]), key);
  return (await post(url, body)) ? key : null;
}

/** From a file's content, not its name: phones choose any name for pictures. Null for a file that is no picture. */
export function pictureExtension(bytes: Uint8Array): "png" | "jpg" | "webp" | null {
  const head = String.fromCharCode(...bytes.subarray(0, 12));
  if (head.startsWith("\x89PNG")) return "png";
  if (head.startsWith("\xff\xd8\xff")) return "jpg";
  return head.startsWith("RIFF") && head.endsWith("WEBP") ? "webp" : null;
}

/** Only XMLHttpRequest reports progress, which tells a slow connection from a storage that hangs. */
function post(url: string, body: FormData): Promise<boolean> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    let timer = 0;
    const wait = () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => request.abort(), stalledMs);
    };
    request.upload.onprogress = wait;
    request.onloadend = () => {
      clearTimeout(timer);
      resolve(request.status >= 200 && request.status < 300);
    };
    request.open("POST", url);
    request.send(body);
    wait();
  });
}
