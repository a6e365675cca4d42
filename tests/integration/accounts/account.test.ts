import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq, getTableColumns, sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { personalColumns } from "../../../api/domain/accounts/identity/personal-data.ts";
import { sessions, uploads, users } from "../../../api/db/schema.ts";
import { exportPart } from "../../../contract/accounts/account.ts";
import { makeGuest, makeMember, password, signIn } from "../../setup/account.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
  await addMovie(backend.db, { id: "night-train" });
  await addMovie(backend.db, { id: "slow-boat" });
});
afterAll(() => backend.close());

const opens = async (token: string) => (await backend.post("login/token", { token })).c === 0;

describe("devices", () => {
  const browsers = {
    phone:
      "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36",
    laptop: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  };
  const login = async (email: string, userAgent: string, token?: string) => {
    const { d: identity } = await backend.post("identity/sign-in", { email, password });
    const answer = await backend.fetch("/api/login/uid", {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "User-Agent": userAgent,
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify({ uid: identity.uid, proof: identity.proof }),
    });
    return ((await answer.json()) as { d: { token: string } }).d.token;
  };
  const list = async (token: string) =>
    (await backend.get("device/list", "", { token })).d.items as {
      id: string;
      browser: string;
      system: string;
      kind: string;
      current: boolean;
    }[];

  test("are the sessions, named by their browsers, this one first; one or all others can be signed out", async () => {
    const { email, token } = await makeMember(backend, "devices@example.test");
    const phone = await login(email, browsers.phone);
    const laptop = await login(email, browsers.laptop);
    const devices = await list(phone);
    expect(devices).toHaveLength(3);
    expect(devices[0]).toMatchObject({ browser: "Chrome", system: "Android", kind: "phone", current: true });
    const other = devices.find(({ browser }) => browser === "Firefox")!;
    expect(other).toMatchObject({ system: "Linux", kind: "computer", current: false });
    expect((await backend.post("device/end", { id: other.id }, { token: phone })).c).toBe(0);
    expect(await Promise.all([token, phone, laptop].map(opens))).toEqual([true, true, false]);
    expect((await backend.post("device/end-others", {}, { token: phone })).d).toEqual({ ended: 1 });
    expect(await Promise.all([token, phone].map(opens))).toEqual([false, true]);
  });

  test("another person's device is not found, and stays", async () => {
    const mine = await makeMember(backend, "mine@example.test");
    const yours = await makeMember(backend, "yours@example.test");
    const { id } = (await list(yours.token))[0]!;
    expect(await backend.post("device/end", { id }, { token: mine.token })).toMatchObject({
      status: 404,
      c: 404,
    });
    expect(await opens(yours.token)).toBe(true);
  });

  test("a second proof of the same user keeps the session: a host asks at each page load", async () => {
    const { email, token } = await makeMember(backend, "again@example.test");
    expect(await login(email, browsers.phone, token)).toBe(token);
    expect(await list(token)).toMatchObject([{ browser: "Chrome" }]);
  });

  test("a person has thirty sessions at most: the least used makes room", async () => {
    const { uid, token } = await backend.person();
    const now = Date.now();
    const native = async () => {
      const { openSession } = await import("../../../api/domain/accounts/identity/session.ts");
      return openSession(backend.db, { uid, userAgent: "", now: backend.clock.now() });
    };
    for (let minute = 1; minute <= 31; minute++) {
      backend.clock.set(new Date(now + minute * 60_000));
      await native();
    }
    const last = await native();
    expect(await list(last)).toHaveLength(30);
    expect([await opens(token), await opens(last)]).toEqual([false, true]);
    backend.clock.set(new Date());
  });
});

describe("the profile", () => {
  test("a name set here stays, whatever the identity provider calls the person at the next sign-in", async () => {
    const { email, token } = await makeMember(backend, "name@example.test");
    const saved = await backend.post("profile/save", { name: "  Mia Wallace " }, { token });
    expect(saved.d).toMatchObject({ name: "Mia Wallace", email });
    expect((await signIn(backend, { email })).d.info.name).toBe("Mia Wallace");
  });

  test("a guest has no name and no picture to set", async () => {
    const { token } = await makeGuest(backend);
    expect((await backend.post("profile/save", { name: "Nobody" }, { token })).c).toBe(403);
    expect((await backend.post("profile/avatar", { key: null }, { token })).c).toBe(403);
  });

  test("the data saver is the account's, on every device", async () => {
    const { email, token } = await makeMember(backend, "saver@example.test");
    expect((await backend.post("profile/data-saver", { on: true }, { token })).c).toBe(0);
    expect((await signIn(backend, { email })).d.info.data_saver).toBe(true);
  });
});

describe("the avatar", () => {
  const folder = () => join(backend.dataDir, "uploads");
  const avatars = () => readdir(join(backend.dataDir, "artwork", "_avatars"));
  async function upload(uid: string, bytes: Buffer, letter: string): Promise<string> {
    const key = `${letter.repeat(64)}.png`;
    await mkdir(folder(), { recursive: true });
    await writeFile(join(folder(), key), bytes);
    await backend.db.insert(uploads).values({ key, bytes: bytes.length, uid }).onConflictDoNothing();
    return key;
  }
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: "#c2183c" } })
      .png()
      .toBuffer();

  test("is cut to a square without anything else of the file; the upload and the one before are removed", async () => {
    const { uid, token } = await makeMember(backend, "avatar@example.test");
    const first = await upload(uid, await picture(600, 300), "a");
    const { d } = await backend.post("profile/avatar", { key: first }, { token });
    expect(d.avatar).toMatch(/^\/artwork\/_avatars\/[\w-]{22}\.webp\?v=1$/);
    const answer = await backend.fetch(d.avatar);
    expect(answer.headers.get("Content-Type")).toBe("image/webp");
    const drawn = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect([drawn.width, drawn.height, drawn.exif]).toEqual([256, 256, undefined]);
    expect(await readdir(folder())).not.toContain(first);
    const second = await upload(uid, await picture(300, 300), "b");
    const next = await backend.post("profile/avatar", { key: second }, { token });
    expect(next.d.avatar).not.toBe(d.avatar);
    expect(await avatars()).toHaveLength(1);
    expect((await backend.post("profile/avatar", { key: null }, { token })).d.avatar).toBeNull();
    expect(await avatars()).toEqual([]);
  });

  test("what is no picture is refused, also when it begins like one", async () => {
    const { uid, token } = await makeMember(backend, "fake@example.test");
    const whole = await picture(64, 64);
    const broken = Buffer.concat([whole.subarray(0, 60), Buffer.alloc(200, 7), Buffer.from("IEND")]);
    for (const [bytes, letter] of [
      [Buffer.from("<svg onload=alert(1)>".padEnd(100)), "c"],
      [broken, "d"],
    ] as const) {
      const key = await upload(uid, bytes, letter);
      expect((await backend.post("profile/avatar", { key }, { token })).c).toBe(422);
    }
    const key = `${"e".repeat(64)}.png`;
    expect((await backend.post("profile/avatar", { key }, { token })).c).toBe(422);
  });
});

/** A user with rows in every table that names users. */
async function busyMember(email: string) {
  const guest = await makeGuest(backend);
  await backend.post("favourite/add", { id: "night-train" }, { token: guest.token });
  await backend.post("vote/save", { id: "night-train", liked: false }, { token: guest.token });
  const member = await makeMember(backend, email, guest.token);
  const { token, uid } = member;
  await backend.post("progress/save", { id: "slow-boat", index: 1, positionS: 5, durationS: 100 }, { token });
  await backend.post("stat", { action: "source", target: 0, remark: "poster" }, { token });
  await backend.post(
    "feedback/create",
    { key: crypto.randomUUID(), category: "idea", text: "More films about lighthouses" },
    { token },
  );
  await backend.post("password/forgot", { email });
  await backend.mails();
  return { ...member, uid };
}

async function everything(token: string) {
  const parts: Record<string, unknown[]> = {};
  for (let cursor = ""; ;) {
    const { d } = await backend.get("profile/export", cursor && `?cursor=${cursor}`, { token });
    parts[d.part] = [...(parts[d.part] ?? []), ...d.items];
    if (d.next === null) return parts;
    cursor = d.next;
  }
}

describe("the export", () => {
  test("has all that is kept about a person, part by part, and nothing of another's", async () => {
    const { token, email, uid } = await busyMember("export@example.test");
    await busyMember("stranger@example.test");
    const parts = await everything(token);
    expect(Object.keys(parts)).toEqual(exportPart.options);
    expect(parts).toMatchObject({
      account: [{ uid, email, name: "Mia" }],
      devices: [{ browser: null }],
      favourites: [{ movieId: "night-train" }],
      votes: [{ movieId: "night-train", liked: false }],
      history: [{ movieId: "slow-boat", positionS: 5 }],
      feedback: [{ text: "More films about lighthouses" }],
      events: [{ action: "source", remark: "poster" }],
    });
    // Every column of the account is shown; these are how we go about it, and say nothing of the person.
    const ours = ["demo", "profileEdited", "revision", "proofsAfter", "mailbox"];
    const columns = Object.keys(getTableColumns(users)).filter((name) => !ours.includes(name));
    // Their choices of notices, second factors and identities are rows of their own.
    expect(Object.keys(parts.account![0] as object).sort()).toEqual(
      [...columns, "linked", "notices", "passkeys", "secondFactor"].sort(),
    );
    expect(Object.values(personalColumns).flatMap(({ part }) => part ?? [])).toEqual(
      expect.arrayContaining([...exportPart.options]),
    );
    const text = JSON.stringify(parts);
    expect(text).not.toContain("stranger");
    expect(text).not.toMatch(/tokenHash|passwordHash|codeHash|argon2/);
  });

  test("is read in pages: a long list comes whole", async () => {
    const { uid, token } = await backend.person();
    await backend.db.execute(sql`insert into favourite (uid, movie_id, title, created_at)
      select ${uid}, 'title-' || n, 'Title', now() from generate_series(1, 1234) n`);
    const { favourites } = await everything(token);
    expect(new Set(favourites!.map((item) => (item as { movieId: string }).movieId)).size).toBe(1234);
  });
});

describe("deleting an account", () => {
  /** Every text of the whole database that contains one of these words, as `table.column`. */
  async function placesOf(words: string[]): Promise<string[]> {
    const columns = (await backend.db.execute(sql`
      select table_name as t, column_name as c from information_schema.columns
      where table_schema = 'public'`)) as unknown as { rows?: { t: string; c: string }[] };
    const rows = columns.rows ?? (columns as unknown as { t: string; c: string }[]);
    const found: string[] = [];
    for (const { t, c } of rows) {
      for (const word of words) {
        const hits = (await backend.db.execute(
          sql`select 1 from ${sql.identifier(t)} where ${sql.identifier(c)}::text ilike ${`%${word}%`} limit 1`,
        )) as unknown as { rows?: unknown[] };
        if ((hits.rows ?? (hits as unknown as unknown[])).length > 0) found.push(`${t}.${c}`);
      }
    }
    return found;
  }

  test("wants the password; then nothing in any table names the person, and every device is out", async () => {
    const { token, email, uid } = await busyMember("delete@example.test");
    const other = (await signIn(backend, { email })).d.token as string;
    const before = await placesOf([uid, email]);
    expect(before).toEqual(
      expect.arrayContaining([
        "user_account.uid",
        "local_identity.email",
        "password_reset.uid",
        "stat_event.uid",
      ]),
    );
    await backend.db.update(sessions).set({ confirmedAt: null }).where(eq(sessions.uid, uid));
    expect((await backend.post("account/delete", {}, { token })).c).toBe(4038);
    const wrong = await backend.post("account/delete", { password: "wrong" }, { token });
    expect(wrong.d.issues).toMatchObject([{ field: "password", reason: "wrong" }]);
    expect(await opens(token)).toBe(true);
    expect((await backend.post("account/delete", { password }, { token })).c).toBe(0);
    expect(await placesOf([uid, email])).toEqual([]);
    expect([await opens(token), await opens(other)]).toEqual([false, false]);
    expect((await signIn(backend, { email })).c).toBe(4221);
    const again = await makeMember(backend, email);
    expect(again.uid).not.toBe(uid);
  });

  test("a guest needs no password", async () => {
    const { uid, token } = await makeGuest(backend);
    await backend.post("favourite/add", { id: "night-train" }, { token });
    expect((await backend.post("account/delete", {}, { token })).c).toBe(0);
    expect(await placesOf([uid])).toEqual([]);
  });

  test("a provider that refuses undoes all of it", async () => {
    const { deleteAccount } = await import("../../../api/domain/use-cases/delete-account.ts");
    const { uid, token } = await busyMember("undone@example.test");
    const [user] = await backend.db
      .select()
      .from(users)
      .where(sql`uid = ${uid}`);
    const erase = async () => Promise.reject(new Error("away"));
    const identity = { confirmOwner: async () => ({ erase }) } as never;
    const deps = { db: backend.db, identity, storage: null as never, artwork: null as never };
    await expect(
      deleteAccount(deps, { user: user!, password: undefined, proof: undefined, now: new Date() }),
    ).rejects.toThrow("away");
    expect((await everything(token)).favourites).toHaveLength(1);
  });

  test("every column that names a user is listed in personal-data.ts", async () => {
    const files = (await readdir("api/db/schema", { recursive: true })).filter((file) =>
      file.endsWith(".ts"),
    );
    const source = (
      await Promise.all(files.map((file) => readFile(join("api/db/schema", file), "utf8")))
    ).join("\n");
    const tables = [...source.matchAll(/pgTable\(\s*"(\w+)"([\s\S]*?)(?=pgTable\(|$)/g)];
    const named = tables.flatMap(([, table, body]) =>
      [...body!.matchAll(/text\("(uid|email|\w+_uid|\w+_by)"\)/g)].map(([, column]) => `${table}.${column}`),
    );
    expect(named.length).toBeGreaterThan(10);
    const namingThings = new Set(["asset.replaced_by"]);
    const unthought = named.filter((name) => !(name in personalColumns) && !namingThings.has(name));
    expect(unthought).toEqual([]);
  });
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
