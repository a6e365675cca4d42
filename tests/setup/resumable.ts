import { createHash, randomBytes } from "node:crypto";
import { grantOf } from "../../contract/ingest/upload-grant.ts";

/** Whatever answers requests to the product: a test's backend or a server. */
export type Answers = (path: string, init?: RequestInit) => Promise<Response>;

/** What a file begins with that is taken for a video. */
export const videoHead = Buffer.from("\0\0\0\u0020ftypisom", "latin1");

/** A file that begins as a video and has a content of its own, as large as asked for, under the name it promises. */
export function madeUpFile(bytes: number, extension = "mp4"): { key: string; content: Buffer } {
  const content = Buffer.concat([videoHead, randomBytes(bytes)]).subarray(0, bytes);
  return { key: `${createHash("sha256").update(content).digest("hex")}.${extension}`, content };
}

/** The requests of tus 1.0.0, one by one, with a form's fields. */
export function resumable(fetch: Answers, form: Record<string, string> = {}) {
  const base = { "Tus-Resumable": "1.0.0", "Upload-Grant": grantOf(form) };
  const encode = (text: string) => Buffer.from(text).toString("base64");
  return {
    create: (key: string, bytes: number, more: Record<string, string> = {}) =>
      fetch("/oss/resumable", {
        method: "POST",
        headers: {
          ...base,
          "Upload-Length": String(bytes),
          "Upload-Metadata": `key ${encode(key)}`,
          ...more,
        },
      }),
    /** @returns how much of it is there; null where it is not known */
    async offset(path: string): Promise<number | null> {
      const answer = await fetch(path, { method: "HEAD", headers: base });
      return answer.ok ? Number(answer.headers.get("Upload-Offset")) : null;
    },
    send: (path: string, offset: number, piece: Uint8Array | ReadableStream) =>
      fetch(path, {
        method: "PATCH",
        headers: {
          ...base,
          "Content-Type": "application/offset+octet-stream",
          "Upload-Offset": String(offset),
        },
        body: piece as BodyInit,
        ...(piece instanceof ReadableStream && { duplex: "half" }),
      } as RequestInit),
    drop: (path: string) => fetch(path, { method: "DELETE", headers: base }),
  };
}
