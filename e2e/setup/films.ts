import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { APIRequestContext } from "@playwright/test";
import { makeVideo } from "../../tests/setup/videos.ts";
import { call, tokenOf } from "./admin.ts";
import { site } from "./site.ts";
import { accounts, expect } from "./test.ts";

/**
 * Publishes a film with a video of its own.
 * @param given.seconds its length: two journeys that send the same file at a time get in each other's way
 * @returns its id
 */
export async function publishFilm(
  request: APIRequestContext,
  { title, seconds, access = "free" }: { title: string; seconds: number; access?: string },
): Promise<string> {
  const { token } = await tokenOf(request, accounts.admin);
  const headers = { Authorization: `Bearer ${token}` };
  const get = async <T>(path: string) => {
    const answer = await request.get(`${site.url}/api/${path}`, { headers });
    return ((await answer.json()) as { d: T }).d;
  };
  const facts = { originalLanguage: "en", kind: "film", access, year: 2020, rating: 0 };
  const made = { key: randomUUID(), title: `${title} ${randomUUID().slice(0, 6)}`, ...facts };
  const { id } = await call<{ id: string }>(request, "z/movie/create", made, token);
  const folder = await mkdtemp(join(tmpdir(), "matinee-journey-"));
  const buffer = await readFile(await makeVideo(folder, { seconds, size: "320x240" }));
  await rm(folder, { recursive: true });
  const key = `${createHash("sha256").update(buffer).digest("hex")}.mp4`;
  const { url, form } = await get<{ url: string; form: Record<string, string> }>(`oss/form?key=${key}`);
  const file = { name: key, mimeType: "video/mp4", buffer };
  const sent = await request.post(new URL(url, site.url).href, { multipart: { ...form, file } });
  expect(sent.ok()).toBe(true);
  await call(request, "z/encoding/start", { key: randomUUID(), movie: id, index: 1, source: key }, token);
  const state = async () =>
    (await get<{ items: { state: string }[] }>(`z/encoding/list?movie=${id}&limit=1`)).items[0]?.state;
  await expect.poll(state, { timeout: 40_000 }).toBe("ready");
  const { revision } = await get<{ revision: number }>(`z/movie/detail?id=${id}`);
  await call(request, "z/movie/save", { id, revision, status: "published" }, token);
  return id;
}
