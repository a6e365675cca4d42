import { beforeEach, describe, expect, test, vi } from "vitest";
import type { UserInfo } from "../../../contract/index.ts";
import { mia as member } from "../../../tests/setup/person.ts";
import { createBrowserSession } from "./browser-session.ts";

type Ask = { path: string; token: string | null; body: unknown };

let kept: Map<string, string>;
let asked: Ask[];
/** The server's answer to each path; a promise delays it. */
let answers: Record<string, (body?: unknown) => unknown>;

beforeEach(() => {
  kept = new Map();
  asked = [];
  answers = {
    "/session": (body) => ({ token: (body as { token?: string }).token ?? "cookies-token" }),
    "/api/login/token": () => ({ c: 0, m: "", d: member }),
    "/api/identity/anonymous": () => ({
      c: 0,
      m: "",
      d: { uid: "guest", proof: "p", name: null, avatar: null },
    }),
    "/api/login/uid": () => ({
      c: 0,
      m: "",
      d: { token: "guests-token", info: { ...member, anonymous: 1, uid: "guest" } },
    }),
  };
  vi.stubGlobal("location", { origin: "http://matinee.test", search: "" });
  vi.stubGlobal("localStorage", storage(kept));
  vi.stubGlobal("fetch", async (input: Request | string, init?: RequestInit) => {
    const request = new Request(
      new URL(input instanceof Request ? input.url : input, "http://matinee.test"),
      {
        method: "POST",
        ...(input instanceof Request ? { headers: input.headers, body: await input.text() } : init),
      },
    );
    const { pathname } = new URL(request.url);
    const token = request.headers.get("Authorization")?.replace("Bearer ", "") ?? null;
    const body: unknown = JSON.parse((await request.text()) || "null");
    asked.push({ path: pathname, token, body });
    const answer = await answers[pathname]?.(body);
    return answer instanceof Response ? answer : Response.json(answer);
  });
});

const storage = (entries: Map<string, string>) => ({
  getItem: (key: string) => entries.get(key) ?? null,
  setItem: (key: string, value: string) => void entries.set(key, value),
  removeItem: (key: string) => void entries.delete(key),
});

const timesAsked = (path: string) => asked.filter((ask) => ask.path === path).length;

/** Delays the server's answer to a path until the returned function is called. */
function holdBack(path: string): () => void {
  const answer = answers[path]!;
  let release = () => {};
  const held = new Promise<void>((done) => (release = done));
  answers[path] = async (body) => {
    await held;
    return answer(body);
  };
  return release;
}

const setUp = (user: UserInfo | null) =>
  createBrowserSession({
    findings: { config: { c: 0, m: "", d: {} }, user },
    identity: null,
    nativeHost: async () => null,
    locale: () => "en",
    storedLocale: () => null,
    changeLocale: () => undefined,
    text: (key) => key,
    toast: () => undefined,
    onChanged: () => undefined,
  });

describe("a write before start-up has the session", () => {
  test("of a member whose token is only in the cookie waits for it, and makes no guest", async () => {
    const release = holdBack("/session");
    const session = setUp(member);
    const started = session.start();
    const ensured = session.ensureSession();
    release();
    expect(await ensured).toBe(true);
    await started;
    expect(kept.get("token")).toBe("cookies-token");
    expect(timesAsked("/api/identity/anonymous")).toBe(0);
  });

  test("is not made with the token of the user before", async () => {
    kept.set("token", "somebody-elses");
    const release = holdBack("/session");
    const session = setUp(member);
    void session.start();
    const written = session
      .ensureSession()
      .then(() => session.api.post("favourite/add", { id: "tide" }, { loading: false }));
    answers["/api/favourite/add"] = () => ({ c: 0, m: "", d: null });
    release();
    await written;
    expect(asked.find(({ path }) => path === "/api/favourite/add")?.token).toBe("cookies-token");
  });

  test("of a visitor shares the guest start-up is making", async () => {
    const release = holdBack("/api/identity/anonymous");
    const session = setUp(null);
    const started = session.start();
    const ensured = Promise.all([session.ensureSession(), session.ensureSession()]);
    release();
    expect(await ensured).toEqual([true, true]);
    await started;
    expect(timesAsked("/api/identity/anonymous")).toBe(1);
    expect(kept.get("token")).toBe("guests-token");
  });

  test("just after a sign-in by a form waits for its token", async () => {
    const session = setUp(null);
    await session.start();
    const release = holdBack("/session");
    void session.follow(member);
    const ensured = session.ensureSession().then(() => kept.get("token"));
    release();
    expect(await ensured).toBe("cookies-token");
  });
});

test("a guest who is made too late does not take the place of who signed in meanwhile", async () => {
  const release = holdBack("/api/identity/anonymous");
  const session = setUp(null);
  const started = session.start();
  answers["/session"] = () => ({ token: "members-token" });
  await session.follow(member);
  release();
  await started;
  expect(session.store.read().info?.uid).toBe(member.uid);
  expect(kept.get("token")).toBe("members-token");
});

test("a call made before start-up knows the token waits for it, and is not refused", async () => {
  const release = holdBack("/session");
  const session = setUp(member);
  const started = session.start();
  answers["/api/favourite/list"] = () => ({ c: 0, m: "", d: { items: [], next: null } });
  const listed = session.api.get("favourite/list", { limit: 1 }, { loading: false, toast: false });
  release();
  expect((await listed).c).toBe(0);
  await started;
  expect(asked.find(({ path }) => path === "/api/favourite/list")?.token).toBe("cookies-token");
});

test("after a session was refused, several writes at once make one guest", async () => {
  const session = setUp(member);
  await session.start();
  session.store.signOut();
  kept.delete("token");
  expect(await Promise.all([session.ensureSession(), session.ensureSession()])).toEqual([true, true]);
  expect(timesAsked("/api/identity/anonymous")).toBe(1);
});

test("where guests can't be made, a write learns that there is no session", async () => {
  answers["/api/identity/anonymous"] = () => ({ c: 503, m: "away", d: null });
  const session = setUp(null);
  await session.start();
  expect(await session.ensureSession()).toBe(false);
});

test("where the browser stores nothing, a member stays who they are", async () => {
  const refuse = () => {
    throw new DOMException("switched off", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
  answers["/api/favourite/add"] = () => ({ c: 0, m: "", d: null });
  const session = setUp(member);
  await session.start();
  expect(await session.ensureSession()).toBe(true);
  await session.api.post("favourite/add", { id: "tide" }, { loading: false });
  expect(asked.at(-1)).toMatchObject({ path: "/api/favourite/add", token: "cookies-token" });
  expect(timesAsked("/api/identity/anonymous")).toBe(0);
});
