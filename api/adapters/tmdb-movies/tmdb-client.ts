import type { z } from "zod";
import type { SourceFailure } from "../../ports/movie-source.ts";

const api = "https://api.themoviedb.org/3/";
const pictures = "https://image.tmdb.org/t/p/";
/** A series with all its people and translations has about 1 MB. */
const mostBytes = 8 * 1024 * 1024;
const mostPictureBytes = 20 * 1024 * 1024;
/** Where TMDB does not say how long to wait. Seconds. */
const usualWaitS = 10;
const longestWaitS = 600;

/** TMDB could not be asked. The message contains neither the key nor an address with it. */
export class TmdbFailure extends Error implements SourceFailure {
  readonly problem: SourceFailure["problem"];
  readonly waitS?: number;

  constructor(problem: SourceFailure["problem"], reason: string, waitS?: number) {
    super(`TMDB: ${reason}`);
    this.name = "TmdbFailure";
    this.problem = problem;
    if (waitS !== undefined) this.waitS = waitS;
  }
}

export type TmdbClient = {
  /** Asks a path of version 3 of the API, and reads the answer by a schema, which drops all other fields. */
  json: <S extends z.ZodType>(
    path: string,
    schema: S,
    query?: Record<string, string | undefined>,
  ) => Promise<z.infer<S>>;
  /** @param path such as `w780/abc.jpg` */
  picture: (path: string) => Promise<Buffer>;
};

/**
 * TMDB over HTTPS. After an answer of 429 nothing is asked until the time that it names is over.
 * @param patienceMs for all requests of one conversation; the API's own deadline is ten seconds
 */
export function createTmdbClient({ patienceMs = 8_000, now = Date.now } = {}) {
  let busyUntil = 0;

  async function get(url: string, headers: Record<string, string>, signal: AbortSignal, mostRead: number) {
    const waitS = Math.ceil((busyUntil - now()) / 1000);
    if (waitS > 0) throw new TmdbFailure("busy", "no more requests for now", waitS);
    try {
      // The hosts are fixed: a redirect would lead elsewhere.
      const response = await fetch(url, { headers, redirect: "error", signal });
      if (!response.ok) throw failureOf(response);
      return await readBody(response, mostRead);
    } catch (error) {
      if (error instanceof TmdbFailure) {
        if (error.problem === "busy") busyUntil = now() + error.waitS! * 1000;
        throw error;
      }
      throw new TmdbFailure("away", signal.aborted ? "no answer in time" : "not reachable");
    }
  }

  return (key: string): TmdbClient => {
    const signal = AbortSignal.timeout(patienceMs);
    // A key of version 3 belongs in the query, a token of version 4 in a header.
    const isToken = key.includes(".");
    return {
      async json(path, schema, query = {}) {
        const asked = Object.entries(query).filter((one): one is [string, string] => one[1] !== undefined);
        const search = new URLSearchParams([...asked, ...(isToken ? [] : [["api_key", key]])]);
        const headers = { Accept: "application/json", ...(isToken && { Authorization: `Bearer ${key}` }) };
        const body = await get(`${api}${path}?${search}`, headers, signal, mostBytes);
        const parsed = schema.safeParse(jsonOf(body));
        if (parsed.success) return parsed.data;
        throw new TmdbFailure("broken", `an unreadable answer about ${path}`);
      },
      picture: (path) => get(`${pictures}${path}`, { Accept: "image/*" }, signal, mostPictureBytes),
    };
  };
}

function failureOf({ status, headers }: Response): TmdbFailure {
  if (status === 401 || status === 403) return new TmdbFailure("refused", "the key was refused");
  if (status === 404) return new TmdbFailure("gone", "no such entry");
  if (status !== 429) return new TmdbFailure("away", `status ${status}`);
  const named = Number(headers.get("Retry-After") ?? Number.NaN);
  const waitS = named >= 0 ? Math.min(Math.max(1, Math.ceil(named)), longestWaitS) : usualWaitS;
  return new TmdbFailure("busy", "too many requests", waitS);
}

async function readBody(response: Response, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    // Leaving the loop cancels the rest of the body.
    if (bytes > most) throw new TmdbFailure("too_large", `an answer of more than ${most} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return null;
  }
}
