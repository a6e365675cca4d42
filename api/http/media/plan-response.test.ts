import { describe, expect, it } from "vitest";
import { formatHttpDate, parseHttpDate } from "./http-date.ts";
import { planResponse, type FileFacts } from "./plan-response.ts";

const now = new Date("2026-11-21T10:00:00Z");
const modified = Date.UTC(1994, 10, 6, 8, 49, 37) / 1000;
const file: FileFacts = { size: 100, mtimeMs: modified * 1000 + 250.5, ino: 42 };
const options = { contentType: "video/mp4", cacheControl: "private", now, boundary: () => "cut" };
const plan = (headers: Record<string, string>, method: "GET" | "HEAD" = "GET", facts = file) =>
  planResponse({ method, headers }, facts, options);

const etag = plan({}).headers.ETag!;
const date = "Sun, 06 Nov 1994 08:49:37 GMT";
const before = "Sun, 06 Nov 1994 08:49:36 GMT";
const after = "Sun, 06 Nov 1994 08:49:38 GMT";
const range = { range: "bytes=0-9" };

describe("planResponse", () => {
  it("describes the whole file", () => {
    expect(plan({})).toEqual({
      status: 200,
      headers: {
        "Accept-Ranges": "bytes",
        "Cache-Control": "private",
        "Content-Length": "100",
        "Content-Type": "video/mp4",
        ETag: etag,
        "Last-Modified": date,
      },
      parts: [{ start: 0, length: 100 }],
    });
    expect(etag).toMatch(/^"[0-9a-z]+-[0-9a-z]+-[0-9a-z]+"$/);
  });

  it("gives every size, time and inode a tag of its own", () => {
    const changes: Partial<FileFacts>[] = [{}, { size: 101 }, { mtimeMs: file.mtimeMs + 0.001 }, { ino: 43 }];
    expect(new Set(changes.map((change) => plan({}, "GET", { ...file, ...change }).headers.ETag)).size).toBe(
      4,
    );
  });

  it("does not date a file in the future", () => {
    const facts = { ...file, mtimeMs: now.getTime() + 5000 };
    expect(plan({}, "GET", facts).headers["Last-Modified"]).toBe(formatHttpDate(now.getTime() / 1000));
  });

  it.each<[name: string, headers: Record<string, string>, status: number]>([
    ["If-Match: this", { "if-match": etag }, 200],
    ["If-Match: any", { "if-match": "*" }, 200],
    ["If-Match: in a list", { "if-match": `"x,y", W/"z" ,${etag}` }, 200],
    ["If-Match: another", { "if-match": '"x"' }, 412],
    ["If-Match: weak", { "if-match": `W/${etag}` }, 412],
    ["If-Match: without quotes", { "if-match": etag.slice(1, -1) }, 412],
    ["If-Match: empty", { "if-match": "" }, 412],
    ["If-Match decides, not If-Unmodified-Since", { "if-match": etag, "if-unmodified-since": before }, 200],
    ["If-Unmodified-Since: same", { "if-unmodified-since": date }, 200],
    ["If-Unmodified-Since: later", { "if-unmodified-since": after }, 200],
    ["If-Unmodified-Since: earlier", { "if-unmodified-since": before }, 412],
    ["If-Unmodified-Since: no date", { "if-unmodified-since": "yesterday" }, 200],
    ["If-None-Match: this", { "if-none-match": etag }, 304],
    ["If-None-Match: weak", { "if-none-match": `W/${etag}` }, 304],
    ["If-None-Match: any", { "if-none-match": "*" }, 304],
    ["If-None-Match: in a list", { "if-none-match": `"a", "b,",W/"c", ${etag}` }, 304],
    ["If-None-Match: another", { "if-none-match": '"x"' }, 200],
    ["If-None-Match: rubbish", { "if-none-match": 'W/,"""' }, 200],
    ["If-None-Match: inside another tag", { "if-none-match": `"a${etag.slice(1)}` }, 200],
    [
      "If-None-Match decides, not If-Modified-Since",
      { "if-none-match": '"x"', "if-modified-since": date },
      200,
    ],
    ["If-Modified-Since: same", { "if-modified-since": date }, 304],
    ["If-Modified-Since: later", { "if-modified-since": after }, 304],
    ["If-Modified-Since: earlier", { "if-modified-since": before }, 200],
    ["If-Modified-Since: RFC 850", { "if-modified-since": "Sunday, 06-Nov-94 08:49:37 GMT" }, 304],
    ["If-Modified-Since: asctime", { "if-modified-since": "Sun Nov  6 08:49:37 1994" }, 304],
    ["If-Modified-Since: not an HTTP-date", { "if-modified-since": "2026-01-01T00:00:00Z" }, 200],
    ["If-Match and If-None-Match", { "if-match": etag, "if-none-match": etag }, 304],
    ["If-Match fails first", { "if-match": '"x"', "if-none-match": etag }, 412],
    ["304 comes before a range", { "if-none-match": etag, ...range }, 304],
    ["304 comes before 416", { "if-none-match": etag, range: "bytes=900-" }, 304],
    ["412 comes before a range", { "if-match": '"x"', ...range }, 412],
    ["If-Range: this", { "if-range": etag, ...range }, 206],
    ["If-Range: another", { "if-range": '"x"', ...range }, 200],
    ["If-Range: weak", { "if-range": `W/${etag}`, ...range }, 200],
    ["If-Range: a list is none", { "if-range": `${etag}, "x"`, ...range }, 200],
    ["If-Range: date", { "if-range": date, ...range }, 206],
    ["If-Range: earlier", { "if-range": before, ...range }, 200],
    ["If-Range: later is not the same", { "if-range": after, ...range }, 200],
    ["If-Range: rubbish", { "if-range": "x", ...range }, 200],
    ["If-Range fails: no 416 either", { "if-range": '"x"', range: "bytes=900-" }, 200],
    ["If-Range without a range", { "if-range": '"x"' }, 200],
  ])("%s: %i", (_, headers, status) => {
    expect(plan(headers).status).toBe(status);
  });

  it("takes a date for weak in the second the file was written", () => {
    const fresh = { ...file, mtimeMs: now.getTime() - 500 };
    const written = formatHttpDate(Math.floor(fresh.mtimeMs / 1000));
    const at = (moment: number) =>
      planResponse({ method: "GET", headers: { "if-range": written, ...range } }, fresh, {
        ...options,
        now: new Date(moment),
      }).status;
    expect(at(fresh.mtimeMs + 100)).toBe(200);
    expect(at(fresh.mtimeMs + 1000)).toBe(206);
  });

  it("answers HEAD without a body, and ignores its Range", () => {
    const { headers } = plan({});
    expect(plan(range, "HEAD")).toEqual({ status: 200, headers, parts: [] });
    expect(plan({ "if-none-match": etag }, "HEAD").status).toBe(304);
  });

  it("sends only what updates a cache with 304", () => {
    expect(plan({ "if-none-match": etag }).headers).toEqual({ "Cache-Control": "private", ETag: etag });
  });

  it("says how long the file is with 416, and does not let it be cached", () => {
    const { status, headers, parts } = plan({ range: "bytes=100-" });
    expect({ status, parts }).toEqual({ status: 416, parts: [] });
    expect(headers).toMatchObject({ "Content-Range": "bytes */100", "Cache-Control": "no-store" });
  });

  it("writes a single range without multipart, even where another was dropped", () => {
    const { status, headers, parts } = plan({ range: "bytes=900-,90-" });
    expect({ status, parts }).toEqual({ status: 206, parts: [{ start: 90, length: 10 }] });
    expect(headers).toMatchObject({ "Content-Range": "bytes 90-99/100", "Content-Length": "10", ETag: etag });
  });

  it("writes several ranges as multipart", () => {
    const { status, headers, parts } = plan({ range: "bytes=0-0,-1" });
    expect(status).toBe(206);
    expect(headers["Content-Type"]).toBe("multipart/byteranges; boundary=cut");
    expect(headers["Content-Range"]).toBeUndefined();
    expect(parts).toEqual([
      { text: "--cut\r\nContent-Type: video/mp4\r\nContent-Range: bytes 0-0/100\r\n\r\n" },
      { start: 0, length: 1 },
      { text: "\r\n--cut\r\nContent-Type: video/mp4\r\nContent-Range: bytes 99-99/100\r\n\r\n" },
      { start: 99, length: 1 },
      { text: "\r\n--cut--\r\n" },
    ]);
    const length = parts.reduce((sum, part) => sum + ("text" in part ? part.text.length : part.length), 0);
    expect(headers["Content-Length"]).toBe(String(length));
  });
});

describe("parseHttpDate", () => {
  it.each([
    ["Sun, 06 Nov 1994 08:49:37 GMT", modified],
    ["Sunday, 06-Nov-94 08:49:37 GMT", modified],
    ["Sun Nov  6 08:49:37 1994", modified],
    ["Sunday, 06-Nov-76 08:49:37 GMT", Date.UTC(2076, 10, 6, 8, 49, 37) / 1000],
    ["Sunday, 06-Nov-77 08:49:37 GMT", Date.UTC(1977, 10, 6, 8, 49, 37) / 1000],
    ["Sat, 31 Dec 2016 23:59:60 GMT", Date.UTC(2017, 0, 1) / 1000],
    ["Sun, 06 Nov 1994 08:49:37 +0000", null],
    ["sun, 06 nov 1994 08:49:37 gmt", null],
    ["Sun, 6 Nov 1994 08:49:37 GMT", null],
    ["Sun, 31 Feb 1994 08:49:37 GMT", null],
    ["Sun, 06 Nov 1994 24:00:00 GMT", null],
    ["1994", null],
    ["", null],
  ])("%j: %s", (text, expected) => {
    expect(parseHttpDate(text, now)).toBe(expected);
  });
});
