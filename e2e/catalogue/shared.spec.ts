import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { call, tokenOf } from "../setup/admin.ts";
import { richMovie, waitingMovie } from "../setup/seed.ts";
import { accounts, expect, test } from "../setup/test.ts";

type Request = Page["request"];
/** Two other sites: one server by two names. It answers with a page that has our player in it. */
let blog: string;
let other: string;
let framed = "";
const server = createServer((_request, response) => {
  response.setHeader("Content-Type", "text/html");
  response.end(
    `<!doctype html><title>A blog</title><iframe src="${framed}" width="640" height="404"></iframe>`,
  );
});

test.beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  [blog, other] = [`http://localhost:${port}`, `http://127.0.0.1:${port}`];
});
test.afterAll(() => void server.close());

const shown = demoOf(richMovie.id);

test.describe.configure({ mode: "serial" });

/** Lets a movie be shown in frames, and sites frame it. */
async function allow(request: Request, { id, sites }: { id: string; sites: string | null }): Promise<void> {
  const { token } = await tokenOf(request, accounts.admin);
  const read = async (path: string) => {
    const answer = await request.get(`/api/${path}`, { headers: { Authorization: `Bearer ${token}` } });
    return ((await answer.json()) as { d: { revision: number } }).d;
  };
  const movie = await read(`z/movie/detail?id=${id}`);
  await call(request, "z/movie/save", { id, revision: movie.revision, embeddable: sites !== null }, token);
  const settings = await read("z/settings/read");
  await call(
    request,
    "z/settings/save",
    { revision: settings.revision, values: { embedSites: sites } },
    token,
  );
}

async function openFrame(page: Page, site: string, src: string): Promise<void> {
  framed = src;
  await page.goto(`${site}/`);
}

test("no other site can show a movie until it and a setting allow it", async ({ request, baseURL }) => {
  expect((await request.get(shown.embed)).status()).toBe(404);
  expect((await request.get(`${shown.embed}/1/stream.mp4`)).status()).toBe(404);
  expect((await request.get(`/oembed?url=${baseURL}${shown.page}`)).status()).toBe(404);
  const page = await (await request.get(shown.page)).text();
  expect(page).not.toContain("oembed");
});

for (const javaScriptEnabled of [true, false])
  test.describe(`a movie in a frame, scripts ${javaScriptEnabled ? "on" : "off"}`, () => {
    test.use({ javaScriptEnabled, allowedErrors: [/frame-ancestors|Refused to frame|Framing/] });

    test("plays on a site that may, keeps nothing, and leads here", async ({ page, context, baseURL }) => {
      await allow(page.request, { id: richMovie.id, sites: `${blog} https://*.partner.example` });
      await openFrame(page, blog, `${baseURL}${shown.embed}?lang=de&t=5`);
      const frame = page.frameLocator("iframe");
      const video = frame.locator("video");
      await expect(video).toBeVisible();
      await expect(frame.getByRole("link", { name: "Auf Matinee ansehen" })).toHaveAttribute(
        "href",
        `${baseURL}${shown.page}?lang=de`,
      );
      if (javaScriptEnabled) {
        await video.evaluate((element: HTMLVideoElement) => {
          element.muted = true;
          void element.play();
        });
        await expect
          .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime), { timeout: 30_000 })
          .toBeGreaterThan(5.2);
        expect(
          await video.evaluate((element: HTMLVideoElement) => element.textTracks.length),
        ).toBeGreaterThan(0);
      }
      expect((await context.cookies(baseURL)).map(({ name }) => name)).toEqual([]);
    });

    test("is not shown by a site that may not", async ({ page, baseURL }) => {
      await allow(page.request, { id: richMovie.id, sites: blog });
      await openFrame(page, other, `${baseURL}${shown.embed}`);
      await expect(page.frameLocator("iframe").locator("video")).toHaveCount(0);
    });
  });

test("only the player may be framed, and it says what it is", async ({ request, baseURL }) => {
  await allow(request, { id: richMovie.id, sites: blog });
  const framed = await request.get(`${shown.embed}?tv=1`);
  expect(framed.headers()).toMatchObject({
    "x-robots-tag": "noindex, indexifembedded",
    "cache-control": "public, max-age=60",
  });
  expect(framed.headers()["x-frame-options"]).toBeUndefined();
  expect(framed.headers()["set-cookie"]).toBeUndefined();
  expect(framed.headers()["content-security-policy"]).toContain(`frame-ancestors 'self' ${blog}`);
  for (const path of [shown.page, "/", "/page/login"]) {
    const { "x-frame-options": frames, "content-security-policy": policy } = (
      await request.get(path)
    ).headers();
    expect([frames, policy?.includes("frame-ancestors 'none'")], path).toEqual(["DENY", true]);
  }
  const page = await (await request.get(shown.page)).text();
  const address = /type="application\/json\+oembed" href="([^"]+)"/.exec(page)![1]!.replaceAll("&amp;", "&");
  const answer = await request.get(address);
  expect(answer.headers()["access-control-allow-origin"]).toBe("*");
  expect(await answer.json()).toMatchObject({ type: "video", provider_name: "Matinee", width: 640 });
  expect((await answer.json()).html).toContain(`src="${baseURL}${shown.embed}"`);
  const xml = await request.get(`${address}&format=xml&maxwidth=320`);
  expect(xml.headers()["content-type"]).toContain("text/xml");
  expect(await xml.text()).toContain("<width>320</width>");
  expect((await request.get(`${address}&format=yaml`)).status()).toBe(501);
});

test("a video that is not there yet says so, and its page shares the code", async ({ page, baseURL }) => {
  await allow(page.request, { id: waitingMovie.id, sites: blog });
  await page.goto(`/embed/${waitingMovie.id}`);
  await expect(page.getByText("Not available yet")).toBeVisible();
  await page.goto(`/video/${waitingMovie.id}`);
  await page.getByRole("button", { name: "Share" }).click();
  const code = page.getByRole("textbox", { name: "Code for other sites" });
  await expect(code).toHaveValue(new RegExp(`^<iframe src="${baseURL}/embed/${waitingMovie.id}"`));
  await allow(page.request, { id: waitingMovie.id, sites: null });
  await allow(page.request, { id: richMovie.id, sites: null });
});

test.describe("a short address of nothing", () => {
  test.use({ allowedErrors: [/status of 404/] });

  test("is not found", async ({ page }) => {
    const answer = await page.goto("/s/AAAAAAAAAA");
    expect(answer!.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });
});

function demoOf(id: string) {
  return { embed: `/embed/${id}`, page: `/video/${id}` };
}
