import { unstable_parseMultipartFormData as parseMultipart } from "@remix-run/node";

/** Fields of one form, and bytes of a field without a file. */
const mostParts = 40;
const fieldBytes = 64 * 1024;
/**
 * Multiple of the allowed size: a file that is too large is read up to this size, so that the form can be shown again.
 */
const patience = 8;

/** The body is no form, or larger than is worth reading. */
export class FormRefused extends Error {}

export type ReceivedForm = {
  text: (name: string) => string;
  /** Null if none was chosen, if it is empty, or if it is too large. */
  file: File | null;
  tooLarge: boolean;
  /** A file was chosen, and it is empty. */
  empty: boolean;
};

/**
 * Reads a form that may carry one file, part by part: no more than `maxFileBytes` of it is ever in memory. A larger
 * file is skipped and reported as `tooLarge`, so that the other fields are not lost.
 * @throws FormRefused
 */
export async function receiveForm(
  request: Request,
  { maxFileBytes, maxTextBytes = fieldBytes }: { maxFileBytes: number; maxTextBytes?: number },
): Promise<ReceivedForm> {
  let parts = 0;
  let tooLarge = false;
  let empty = false;
  const form = await parseMultipart(request, async ({ filename, contentType, data }) => {
    parts += 1;
    if (parts > mostParts) throw new FormRefused("too many fields");
    const isFile = filename !== undefined;
    const most = isFile ? maxFileBytes : maxTextBytes;
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of data) {
      bytes += chunk.byteLength;
      if (bytes <= most) chunks.push(chunk);
      else chunks.length = 0;
      if (bytes > most * patience) throw new FormRefused("too large");
    }
    if (!isFile) return bytes > most ? "" : Buffer.concat(chunks).toString("utf8");
    if (bytes > most) tooLarge = true;
    if (bytes === 0 && filename !== "") empty = true;
    return bytes === 0 || bytes > most
      ? null
      : new File(chunks as Uint8Array<ArrayBuffer>[], filename, { type: contentType });
  }).catch((error: unknown) => {
    throw error instanceof FormRefused ? error : new FormRefused((error as Error).message);
  });
  if (parts === 0) throw new FormRefused("no fields");
  const file = [...form.values()].find((value): value is File => typeof value !== "string") ?? null;
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.replaceAll("\r\n", "\n") : "";
  };
  return { text, file, tooLarge, empty };
}
