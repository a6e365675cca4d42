import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openDatabase } from "../../api/db/client.ts";
import { addMovie } from "../setup/catalogue.ts";
import { startMailCatcher, type MailCatcher } from "../setup/mail-catcher.ts";
import { migratedFolder } from "../setup/migrated-folder.ts";
import { freePort, startServer, type ServerProcess } from "../setup/server-process.ts";

/** Two services of one build, and a process that renders pages for the second. */
type Service = { dataDir: string; server: ServerProcess; token: string };
let kino: Service;
let cinema: Service;
let pages: ServerProcess;
let mail: MailCatcher;
let mails: string;

const own = {
  brandName: "Kino <Süd>",
  brandAccent: "#1a237e",
  brandLanguage: "de",
  brandSender: "Team Kino",
};
const other = { brandName: 'سينما "الشرق"', brandHero: "cinema" };

async function call<D>({ server, token = "" }: Partial<Service>, name: string, body?: unknown): Promise<D> {
  const headers = { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) };
  const init = body ? { method: "POST", body: JSON.stringify(body), headers } : { headers };
  const { c, m, d } = (await (await fetch(`${server!.url}/api/${name}`, init)).json()) as {
    c: number;
    m: string;
    d: D;
  };
  expect(`${name} ${c} ${m}`).toBe(`${name} 0 `);
  return d;
}

async function open(purpose: string): Promise<Service> {
  const dataDir = await migratedFolder(purpose);
  const database = await openDatabase({ dataDir });
  await addMovie(database.db, { id: "a-film" });
  await database.close();
  const smtp = { SMTP_URL: `smtp://127.0.0.1:${mail.port}`, MAIL_FROM: "Mails <mail@own.test>" };
  const PORT = String(await freePort());
  const server = await startServer({
    DATA_DIR: dataDir,
    PORT,
    PUBLIC_URL: `http://127.0.0.1:${PORT}`,
    ...smtp,
  });
  const link = await vi.waitFor(() => readFile(join(dataDir, "setup-link"), "utf8"), { timeout: 10_000 });
  return { dataDir, server, token: /setup=([\w-]{32})/.exec(link)![1]! };
}

/** Opens an account by the mailed code, and makes it the first owner. */
async function claim(service: Service): Promise<void> {
  const email = `owner-${service.server.pid}@own.test`;
  const { ticket } = await call<{ ticket: string }>({ server: service.server }, "identity/sign-up-code", {
    email,
  });
  const code = await vi.waitFor(
    async () => {
      const all = await Promise.all((await readdir(mails)).map((one) => readFile(join(mails, one), "utf8")));
      const own = all.find((one) => one.includes(email));
      return /^Subject: (\d{6}) /m.exec(own!)![1]!;
    },
    { timeout: 10_000 },
  );
  const given = { email, password: "correct horse", name: "Ada", ticket, code };
  const account = await call<{ uid: string; proof: string }>(
    { server: service.server },
    "identity/sign-up",
    given,
  );
  const { token } = await call<{ token: string }>({ server: service.server }, "login/uid", {
    uid: account.uid,
    proof: account.proof,
  });
  const setup = service.token;
  service.token = token;
  await call(service, "z/setup/claim", { code: setup });
}

async function save(service: Service, values: object): Promise<void> {
  const { revision } = await call<{ revision: number }>(service, "z/settings/read");
  const saved = await call<{ revision: number }>(service, "z/settings/save", { revision, values });
  expect(saved.revision).toBe(revision + 1);
}

const page = async ({ url }: { url: string }, path: string) => (await fetch(url + path)).text();

beforeAll(async () => {
  mails = await mkdtemp(join(tmpdir(), "matinee-mails-"));
  mail = await startMailCatcher(mails);
  kino = await open("brand-one");
  cinema = await open("brand-two");
  pages = await startServer({ API_URL: cinema.server.url });
  await claim(kino);
  await claim(cinema);
  await save(kino, own);
  await save(cinema, other);
}, 180_000);
afterAll(async () => {
  await pages.end();
  for (const { server, dataDir } of [kino, cinema]) {
    await server.end();
    await rm(dataDir, { recursive: true, force: true });
  }
  await mail.close();
  await rm(mails, { recursive: true, force: true });
});

const paths = [
  "/",
  "/video/a-film",
  "/page/login",
  "/page/about",
  "/page/search",
  "/offline",
  "/nothing-here",
];

test.each(paths)("%s names the operator, and not the product", async (path) => {
  const [one, two] = [await page(kino.server, path), await page(cinema.server, path)];
  expect(one).toContain("Kino &lt;Süd&gt;");
  expect(one).not.toContain("Kino <Süd>");
  expect(one).toMatch(/<title>[^<]*Kino &lt;Süd&gt;/);
  expect(two).toContain("سينما &quot;الشرق&quot;");
  expect(one).toContain("--color-curtain:#1a237e");
  expect(two).not.toContain(":root{--color-curtain");
  for (const html of [one, two])
    expect(html.replaceAll(/matinee-(?:guest|parts)/g, "")).not.toMatch(/Matinee/);
});

test("the accent is at most 300 bytes of a page", async () => {
  const style = /<style[^>]*>:root\{--color-curtain[^<]*<\/style>/.exec(await page(kino.server, "/"))![0];
  expect(Buffer.byteLength(style)).toBeLessThanOrEqual(300);
});

test("pages are in the operator's language, and their addresses say others", async () => {
  const html = await page(kino.server, "/");
  expect(html).toMatch(/<html lang="de"/);
  expect(html).toMatch(new RegExp(`<link rel="canonical" href="${kino.server.url}/"/>`));
  expect(html).toContain(`hrefLang="en" href="${kino.server.url}/?lang=en"`);
  expect(html).toContain(`hrefLang="x-default" href="${kino.server.url}/"`);
  expect(await page(kino.server, "/?lang=en")).toMatch(/<html lang="en"/);
  expect(await page(cinema.server, "/")).toMatch(/<html lang="en"/);
});

test("the manifest, its icons and what browsers ask for by themselves are the operator's", async () => {
  type Manifest = { name: string; icons: { src: string; sizes: string; purpose?: string }[] };
  const [one, two] = await Promise.all(
    [kino, cinema].map(
      async ({ server }) => (await (await fetch(`${server.url}/manifest.webmanifest`)).json()) as Manifest,
    ),
  );
  expect([one!.name, two!.name]).toEqual([own.brandName, other.brandName]);
  expect(one!.icons.some(({ purpose }) => purpose === "maskable")).toBe(true);
  const drawn = await Promise.all(
    [kino, cinema].map(async ({ server }, at) => {
      const { src, sizes } = [one!, two!][at]!.icons[0]!;
      const answer = await fetch(server.url + src);
      expect(answer.headers.get("Cache-Control")).toContain("immutable");
      const bytes = Buffer.from(await answer.arrayBuffer());
      const { width, height } = await sharp(bytes).metadata();
      expect(`${width}x${height}`).toBe(sizes);
      return bytes;
    }),
  );
  expect(drawn[0]!.equals(drawn[1]!)).toBe(false);
  const favicon = await fetch(`${kino.server.url}/favicon.ico`, { redirect: "manual" });
  expect(favicon.headers.get("Location")).toMatch(/^\/artwork\/_brand\/favicon-32\.png\?v=/);
});

test.each(["/feed.xml", "/opensearch.xml", "/manifest.webmanifest"])("%s names no product", async (path) => {
  for (const { server } of [kino, cinema]) expect(await page(server, path)).not.toMatch(/matinee/i);
});

test("mails come from the sender, and say the name", async () => {
  await call(kino, "z/settings/test", { what: "mail" });
  const sent = async () => {
    const all = await Promise.all((await readdir(mails)).map((one) => readFile(join(mails, one), "utf8")));
    return all.find((one) => one.includes("From: Team Kino <mail@own.test>"));
  };
  await vi.waitFor(async () => expect(await sent()).toBeDefined(), { timeout: 10_000 });
  expect(await sent()).not.toMatch(/matinee/i);
});

test("a change is on the very next page, and within seconds on those of another process", async () => {
  expect(await page(pages, "/page/about")).toContain("سينما");
  await save(cinema, { brandName: "Palast", brandAccent: "#0b6b5d" });
  const html = await page(cinema.server, "/page/about");
  expect(html).toContain("Palast");
  expect(html).not.toContain("سينما");
  expect(await page(cinema.server, "/offline")).toContain("Palast");
  const accent = "--color-curtain:#0b6b5d";
  await vi.waitFor(async () => expect(await page(pages, "/page/about")).toContain(accent), {
    timeout: 5_000,
  });
  expect(await page(pages, "/page/about")).toContain("<title>");
  expect(await page(pages, "/page/about")).not.toContain("سينما");
});
