import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { Busboy } from "@fastify/busboy";
import type { AppLoadContext } from "@remix-run/node";
import { clientCodes } from "../../contract/codes.ts";
import { succeeded, type Envelope } from "../../contract/envelope.ts";
import { grantOf } from "../../contract/upload-grant.ts";
import type { ServerApi } from "./api.server.ts";

/**
 * Passes the file of a multipart form on to the storage while it comes: a film is larger than the memory there is. The
 * storage names it by its content.
 * @returns the name it is stored under, why it was refused, or null where the form brought no file
 */
export async function uploadStreamed(
  { api, locale }: ServerApi,
  context: AppLoadContext,
  request: Request,
): Promise<Envelope<{ key: string }> | null> {
  const presigned = await api.get("oss/form", {});
  if (!succeeded(presigned)) return presigned;
  const came = await firstFile(request);
  if (!came) return null;
  const boundary = `matinee-${randomUUID()}`;
  const [policy = "", signature = ""] = grantOf(presigned.d.form).split(".");
  const body = Readable.toWeb(Readable.from(partsOf({ policy, signature }, { boundary, ...came })));
  // To the service itself, wherever the form leads: no other names a file, or takes one of unknown length.
  const url = new URL("/oss/upload", context.origin);
  const headers = { "Content-Type": `multipart/form-data; boundary=${boundary}`, "Accept-Language": locale };
  const sent = new Request(url, { method: "POST", headers, body, duplex: "half" } as RequestInit);
  const answer = await context.apiFetch(sent).catch(() => null);
  // Whoever refuses a file has not read it to its end; the browser does not look at an answer before it has sent all.
  came.file.resume();
  const said = (await answer?.json().catch(() => null)) as Envelope<{ key: string }> | null | undefined;
  return said ?? { c: clientCodes.network, m: "", d: null };
}

type Came = { name: string; file: Readable };

function firstFile(request: Request): Promise<Came | null> {
  if (!request.body) return Promise.resolve(null);
  return new Promise((resolve, reject) => {
    const headers = { "content-type": request.headers.get("Content-Type") ?? "" };
    const form = new Busboy({ headers, limits: { files: 1, fields: 10, fieldSize: 1_000, headerPairs: 50 } });
    form.on("file", (_field, file, name) => {
      if (name) return resolve({ name, file });
      file.resume();
      resolve(null);
    });
    form.on("finish", () => resolve(null));
    form.on("error", reject);
    const body = Readable.fromWeb(request.body as never);
    body.on("error", reject);
    body.pipe(form);
  });
}

/** The form's fields, then the file: of its name only the extension, so that nothing of it can end a header. */
async function* partsOf(
  fields: Record<string, string>,
  { boundary, name, file }: Came & { boundary: string },
): AsyncGenerator<string | Buffer> {
  for (const [field, value] of Object.entries(fields))
    yield `--${boundary}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`;
  const extension = /\.([a-z0-9]{2,4})$/i.exec(name)?.[1] ?? "";
  yield `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="film.${extension}"\r\n`;
  yield "Content-Type: application/octet-stream\r\n\r\n";
  yield* file as AsyncIterable<Buffer>;
  yield `\r\n--${boundary}--\r\n`;
}
