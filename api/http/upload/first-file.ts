import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy } from "@fastify/busboy";
import { Failure } from "../../domain/kernel/failure.ts";
import { linger, watchedBody, withIn } from "./watched-body.ts";

export type FirstFile = {
  field: string;
  /** The sender's file name; empty when the form was sent without a file. */
  fileName: string;
  file: Readable;
  /** Fields of the form that came before it. */
  fields: Record<string, string>;
};

/** Milliseconds to wait for the end of a form after its file has arrived. */
const endMs = 1_000;
const limits = { fields: 20, fieldSize: 8192, files: 1, parts: 22, headerPairs: 50 };

/**
 * Passes on the first file of a multipart form while it arrives. When this settles, in any way, the body is no longer
 * read and the file is closed.
 * @param use called with null when the form has no file
 * @param idle milliseconds without data after which the sender is cut off
 * @throws Failure upload_refused for an invalid form and for one that ends too early; any error of `use`
 */
export async function firstFile<T>(
  request: Request,
  use: (came: FirstFile | null) => Promise<T>,
  { idle }: { idle?: number | undefined } = {},
): Promise<T> {
  const type = request.headers.get("Content-Type") ?? "";
  const { body } = request;
  if (!/^multipart\/form-data;.*boundary=/i.test(type) || !body) throw new Failure("upload_refused");
  const form = parserOf(type);
  const fields: Record<string, string> = {};
  let file: Readable | null = null;
  let short: Failure | null = null;
  form.on("field", (name, value) => {
    fields[name] = value;
  });
  const found = new Promise<FirstFile>((resolve) => {
    form.on("file", (field, stream, fileName) => {
      file = stream;
      // The parser only reports that a body ended too early; it does not end the file's stream.
      stream.on("error", () => {
        if (stream.destroyed) return;
        short = new Failure("upload_refused");
        stream.destroy(short);
      });
      resolve({ field, fileName: fileName ?? "", file: stream, fields });
    });
  });
  const stop = new AbortController();
  const source = Readable.fromWeb(watchedBody(body, idle === undefined ? {} : { idle }) as never);
  const reading = pipeline(source, form, { signal: stop.signal }).catch((error: unknown) => {
    const refused = error instanceof Failure ? error : new Failure("upload_refused");
    file?.destroy(refused);
    throw refused;
  });
  reading.catch(() => {});
  try {
    const used = await use(await Promise.race([found, reading.then(() => null)]));
    // Reads the end of the form, so that the connection can be used again.
    await withIn(reading, endMs).catch(() => {});
    return used;
  } catch (error) {
    stop.abort();
    await reading.catch(() => {});
    await linger(body);
    throw short ?? error;
  } finally {
    (file as Readable | null)?.destroy();
    stop.abort();
    await reading.catch(() => {});
  }
}

/** @throws Failure upload_refused for a type without a usable boundary */
function parserOf(type: string): InstanceType<typeof Busboy> {
  try {
    return new Busboy({ headers: { "content-type": type }, limits });
  } catch {
    throw new Failure("upload_refused");
  }
}
