import { request } from "node:http";

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer };

/**
 * Requests every form of Range (RFC 9110, section 14) from one file and compares the answers with its content.
 * @param content the file's content, more than 300,000 bytes
 */
export async function checkRanges(url: string, content: Buffer): Promise<Record<string, boolean>> {
  const size = content.length;
  const ask = (range: string, more: Record<string, string> = {}, method = "GET") =>
    get(url, { Range: range, ...more }, method);
  const whole = await get(url, {});
  const tag = String(whole.headers.etag ?? "");
  const isPart = (answer: Answer, from: number, to: number): boolean =>
    answer.status === 206 &&
    answer.headers["content-range"] === `bytes ${from}-${to}/${size}` &&
    answer.body.equals(content.subarray(from, to + 1));
  const isWhole = (answer: Answer): boolean => answer.status === 200 && answer.body.equals(content);
  const isRefused = ({ status, headers }: Answer): boolean =>
    status === 416 && headers["content-range"] === `bytes */${size}`;
  const several = await ask("bytes=0-9,1000-1999,-5");
  const head = await ask("bytes=0-9", {}, "HEAD");
  return {
    "whole file": isWhole(whole) && whole.headers["accept-ranges"] === "bytes",
    "entity tag": tag !== "",
    "one range": isPart(await ask("bytes=1000-299999"), 1000, 299_999),
    "first byte": isPart(await ask("bytes=0-0"), 0, 0),
    "open end": isPart(await ask(`bytes=${size - 100}-`), size - 100, size - 1),
    "last bytes": isPart(await ask("bytes=-100"), size - 100, size - 1),
    "more last bytes than there are": isPart(await ask(`bytes=-${size * 2}`), 0, size - 1),
    "end beyond the file": isPart(await ask(`bytes=${size - 10}-${size * 2}`), size - 10, size - 1),
    "begin beyond the file": isRefused(await ask(`bytes=${size}-`)),
    "no last bytes": isRefused(await ask("bytes=-0")),
    "several ranges":
      several.status === 206 &&
      areParts(several, [content.subarray(0, 10), content.subarray(1000, 2000), content.subarray(size - 5)]),
    backwards: await ask("bytes=5-2").then((answer) => isWhole(answer) || isRefused(answer)),
    "no range at all": await ask("bytes=abc").then((answer) => isWhole(answer) || isRefused(answer)),
    "another unit": isWhole(await ask("pages=1-2")),
    "If-Range that matches": isPart(await ask("bytes=0-9", { "If-Range": tag }), 0, 9),
    "If-Range of another version": isWhole(await ask("bytes=0-9", { "If-Range": '"other"' })),
    HEAD: head.body.length === 0 && (head.status === 200 || head.status === 206),
    "not changed": (await get(url, { "If-None-Match": tag })).status === 304,
  };
}

/** Whether a multipart answer holds these parts, in this order. */
function areParts({ headers, body }: Answer, parts: readonly Buffer[]): boolean {
  const boundary = /^multipart\/byteranges; *boundary="?([^";]+)"?$/.exec(
    String(headers["content-type"]),
  )?.[1];
  if (!boundary) return false;
  let at = 0;
  for (const part of parts) {
    at = body.indexOf(`--${boundary}`, at);
    const begin = at < 0 ? -1 : body.indexOf("\r\n\r\n", at) + 4;
    if (begin < 4 || !body.subarray(begin, begin + part.length).equals(part)) return false;
    at = begin + part.length;
  }
  return body.subarray(at).toString("latin1").trim() === `--${boundary}--`;
}

/** Does not use fetch, which may refuse or change such headers. */
function get(url: string, headers: Record<string, string>, method = "GET"): Promise<Answer> {
  return new Promise((done, fail) => {
    const sent = request(url, { method, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.once("error", fail);
      answer.once("end", () =>
        done({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
      );
    });
    sent.once("error", fail);
    sent.end();
  });
}
