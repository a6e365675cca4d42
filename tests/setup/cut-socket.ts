import { readdir, readlink } from "node:fs/promises";
import { connect } from "node:net";

/** A request as it goes over the line, its head complete. */
export type RawRequest = { method: string; path: string; headers: Record<string, string>; body: Buffer };

/**
 * Sends a request's head and a part of its body, waits until the server has taken it off the line, and cuts.
 * @param share of the body that is sent, 0 to 1
 */
export function sendAndCut(url: string, request: RawRequest, share: number): Promise<void> {
  const { hostname, port, host } = new URL(url);
  const { method, path, body } = request;
  const headers = { Host: host, "Content-Length": String(body.length), ...request.headers };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    // The server may have refused it by then.
    socket.on("error", () => {}).on("close", () => resolve());
    socket.setTimeout(20_000, () => reject(new Error("The server did not take what was sent")));
    socket.resume();
    socket.write(`${method} ${path} HTTP/1.1\r\n${head.join("")}\r\n`);
    socket.write(body.subarray(0, Math.floor(body.length * share)), () => socket.destroy());
  });
}

/** A multipart body. A value with a `name` is a file. */
export function multipart(fields: Record<string, string | { name: string; content: Buffer }>): {
  type: string;
  body: Buffer;
} {
  const boundary = "cut-socket-boundary";
  const parts = Object.entries(fields).flatMap(([field, value]) => {
    const file = typeof value === "string" ? null : value;
    const name = file ? `; filename="${file.name}"\r\nContent-Type: application/octet-stream` : "";
    return [
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${field}"${name}\r\n\r\n`),
      file ? file.content : Buffer.from(value as string),
      Buffer.from("\r\n"),
    ];
  });
  const body = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
  return { type: `multipart/form-data; boundary=${boundary}`, body };
}

/** Folders of a data folder in which files come in, or are made of what came. */
const arriving = ["uploads", "resumable", "artwork", "media"];

/** What a process has open of the files that come in, and how many sockets. */
export async function descriptors(
  pid: number,
  folder: string,
): Promise<{ files: string[]; sockets: number }> {
  const open = await readdir(`/proc/${pid}/fd`);
  const targets = await Promise.all(open.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => "")));
  return {
    files: targets.filter((path) => arriving.some((name) => path.startsWith(`${folder}/${name}/`))),
    sockets: targets.filter((path) => path.startsWith("socket:")).length,
  };
}
