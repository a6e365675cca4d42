import { afterEach, describe, expect, test, vi } from "vitest";
import { createClient, timeoutMs, type ClientOptions } from "./create-client.ts";

const texts = {
  server_error: "Server error",
  unauthorised: "Authentication Failure",
  forbidden: "Forbidden",
  not_found: "Page not found",
  invalid: "Invalid data",
};

/** A client with a fake network, and a record of its calls. */
function setUp(
  answer: (request: Request) => Response | Promise<Response>,
  options: Partial<ClientOptions> = {},
) {
  const seen = {
    requests: [] as Request[],
    loading: [] as number[],
    errors: [] as string[],
    unauthorised: 0,
  };
  const client = createClient({
    fetch: async (request) => {
      seen.requests.push(request);
      return answer(request);
    },
    base: "https://matinee.test",
    token: () => "T".repeat(43),
    locale: () => "ja",
    text: (key) => texts[key],
    onLoading: (change) => seen.loading.push(change),
    onError: (message) => seen.errors.push(message),
    onUnauthorised: () => (seen.unauthorised += 1),
    ...options,
  });
  return { client, seen };
}

const json = (body: unknown, status = 200) => Response.json(body, { status });
afterEach(() => vi.useRealTimers());

describe("a request", () => {
  test("GET: the payload is the query, without what is undefined", async () => {
    const { client, seen } = setUp(() => json({ c: 0, m: "", d: { items: [] } }));
    await client.get("movie/search", { q: "a&b=ü %", limit: undefined });
    const [request] = seen.requests;
    expect(request!.method).toBe("GET");
    expect(request!.url).toBe("https://matinee.test/api/movie/search?q=a%26b%3D%C3%BC+%25");
    expect(await request!.text()).toBe("");
  });

  test("POST: the payload is a JSON body", async () => {
    const { client, seen } = setUp(() => json({ c: 0, m: "", d: {} }));
    await client.post("stat", { action: "source", target: 0, remark: "ü" });
    const [request] = seen.requests;
    expect(request!.url).toBe("https://matinee.test/api/stat");
    expect(request!.headers.get("Content-Type")).toBe("application/json");
    expect(await request!.json()).toEqual({ action: "source", target: 0, remark: "ü" });
  });

  test("carries the four headers; without a token, no Authorization", async () => {
    const { client, seen } = setUp(() => json({ c: 0, m: "", d: {} }));
    await client.get("config", {});
    const headers = Object.fromEntries(seen.requests[0]!.headers);
    expect(headers).toMatchObject({
      authorization: `Bearer ${"T".repeat(43)}`,
      "accept-language": "ja",
      accept: "application/json",
      "x-platform": "web",
    });
    const other = setUp(() => json({ c: 0, m: "", d: {} }), { token: () => null });
    await other.client.get("config", {});
    expect(other.seen.requests[0]!.headers.has("Authorization")).toBe(false);
  });

  test("turns the loading overlay on and off, also when it fails; a call may opt out", async () => {
    const { client, seen } = setUp(() => Promise.reject(new TypeError("gone")));
    await client.get("config", {});
    expect(seen.loading).toEqual([1, -1]);
    await client.get("config", {}, { loading: false });
    expect(seen.loading).toEqual([1, -1]);
  });

  test("is given up after 30 seconds, with the error's name as the toast", async () => {
    expect(timeoutMs).toBe(30_000);
    const spy = vi
      .spyOn(AbortSignal, "timeout")
      .mockImplementation(() => AbortSignal.abort(new DOMException("signal timed out", "TimeoutError")));
    const { client, seen } = setUp((request) => {
      request.signal.throwIfAborted();
      return json({ c: 0, m: "", d: {} });
    });
    expect(await client.get("config", {})).toEqual({ c: -2, m: "signal timed out", d: null });
    expect(seen.errors).toEqual(["TimeoutError"]);
    expect(spy).toHaveBeenCalledWith(30_000);
    spy.mockRestore();
  });

  test("that its caller aborts is not reported as an error", async () => {
    const end = new AbortController();
    const { client, seen } = setUp((request) => {
      end.abort("typed on");
      request.signal.throwIfAborted();
      return json({});
    });
    expect((await client.get("movie/search", { q: "a" }, { signal: end.signal })).c).toBe(-1);
    expect(seen.errors).toEqual([]);
  });
});

describe("the error catalogue (spec, section 8)", () => {
  test.each([
    [500, "Server error"],
    [502, "Server error"],
    [401, "Authentication Failure"],
    [403, "Forbidden"],
    [404, "Page not found"],
    [422, "Invalid data"],
  ])("HTTP %i without an envelope: '%s', as a failure and a toast", async (status, message) => {
    const { client, seen } = setUp(
      () => new Response("<h1>proxy</h1>", { status, headers: { "Content-Type": "text/html" } }),
    );
    expect(await client.get("config", {})).toEqual({ c: status, m: message, d: null });
    expect(seen.errors).toEqual([message]);
    expect(seen.unauthorised).toBe(status === 401 ? 1 : 0);
  });

  test.each([
    [500, "Server error"],
    [401, "Authentication Failure"],
    [403, "Forbidden"],
    [404, "Page not found"],
    [422, "Invalid data"],
  ])("HTTP %i with its generic envelope: '%s'", async (status, message) => {
    const { client, seen } = setUp(() => json({ c: status, m: "the server's words", d: null }, status));
    expect((await client.get("config", {})).m).toBe(message);
    expect(seen.errors).toEqual([message]);
  });

  test("a non-zero c: the server's message is the toast, on any status, and its data is kept", async () => {
    for (const status of [200, 403, 409, 422]) {
      const { client, seen } = setUp(() => json({ c: 4031, m: "VIP only", d: null }, status));
      expect(await client.get("config", {})).toEqual({ c: 4031, m: "VIP only", d: null });
      expect(seen.errors).toEqual(["VIP only"]);
    }
    const issues = [{ field: "q", reason: "required", message: "Required." }];
    const { client } = setUp(() => json({ c: 422, m: "", d: { issues } }, 422));
    expect((await client.get("config", {})).d).toEqual({ issues });
  });

  test("a network failure: a toast with the error's name, an envelope with its message", async () => {
    const { client, seen } = setUp(() => Promise.reject(new TypeError("Failed to fetch")));
    expect(await client.get("config", {})).toEqual({ c: -1, m: "Failed to fetch", d: null });
    expect(seen.errors).toEqual(["TypeError"]);
  });

  test("JSON that is no envelope is a failure, not a success", async () => {
    for (const body of [{}, { c: "0", m: "", d: 1 }, [], null, { c: 0, m: "" }]) {
      const { client } = setUp(() => json(body));
      expect((await client.get("config", {})).c).toBe(-3);
    }
    const { client } = setUp(() => new Response("{", { headers: { "Content-Type": "application/json" } }));
    expect((await client.get("config", {})).c).toBe(-3);
  });

  test("an answer that is not JSON is a file: a success with a blob", async () => {
    const { client, seen } = setUp(() => new Response("a,b\n", { headers: { "Content-Type": "text/csv" } }));
    const { c, d } = await client.get("config", {});
    expect(c).toBe(0);
    expect(await (d as unknown as Blob).text()).toBe("a,b\n");
    expect(seen.errors).toEqual([]);
  });

  test("a call may show its failure itself", async () => {
    const { client, seen } = setUp(() => json({ c: 4221, m: "Wrong", d: null }, 422));
    await client.post("identity/sign-in", { email: "a@b.test", password: "x" }, { toast: false });
    expect(seen.errors).toEqual([]);
  });
});
