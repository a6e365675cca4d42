import { lookup } from "node:dns";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isPublicHost } from "../../domain/kernel/public-address.ts";
import { bareHost, notPublic, publicLookup } from "../../domain/kernel/public-lookup.ts";

/** Milliseconds for a whole request. */
const patienceMs = 8_000;
/** Bytes of an answer: a set of keys, a token, a profile. */
const mostBytes = 512 * 1024;

type Asked = { body?: unknown; headers: Record<string, string>; method: string };

/**
 * Fetches from addresses that an admin, or a provider that an admin has named, has written. They are https, a name is
 * resolved when connecting and its address has to be public, no redirection is followed, and an answer has an end.
 * @param anywhere allow http and addresses of this machine and its network
 */
export function guardedFetch(anywhere: boolean): (url: string, options: Asked) => Promise<Response> {
  return (address, { body, headers, method }) =>
    new Promise((resolve, reject) => {
      const url = new URL(address);
      if (!anywhere && !(url.protocol === "https:" && isPublicHost(bareHost(url.hostname))))
        return reject(Object.assign(new Error("not a public address"), { code: notPublic }));
      const sent = textOf(body);
      const request = (url.protocol === "https:" ? requestHttps : requestHttp)(url, {
        method,
        // A connection for each: what a name resolves to is looked up each time.
        agent: false,
        headers: { ...headers, ...(sent && { "Content-Length": String(sent.length) }) },
        signal: AbortSignal.timeout(patienceMs),
        ...(!anywhere && { lookup: publicLookup(lookup) }),
      });
      request.on("error", reject);
      request.on("response", (answer) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        answer.on("data", (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > mostBytes) answer.destroy(new Error("too long an answer"));
          else chunks.push(chunk);
        });
        answer.on("error", reject);
        answer.on("end", () => {
          const status = answer.statusCode ?? 502;
          const type = answer.headers["content-type"];
          const isBare = status === 204 || status === 304;
          resolve(
            new Response(isBare ? null : Buffer.concat(chunks), {
              status,
              headers: type ? { "Content-Type": type } : {},
            }),
          );
        });
      });
      request.end(sent);
    });
}

function textOf(body: unknown): Buffer | undefined {
  if (body === undefined || body === null) return undefined;
  return body instanceof Uint8Array ? Buffer.from(body) : Buffer.from(String(body as string));
}
