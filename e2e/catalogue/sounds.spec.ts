import type { APIRequestContext } from "@playwright/test";
import { call, enter, notice, tokenOf } from "../setup/admin.ts";
import { richMovie } from "../setup/seed.ts";
import { site } from "../setup/site.ts";
import { accounts, expect, test } from "../setup/test.ts";

type Choice = { track: number; name: string | null; isDefault: boolean; describes: boolean };
const asFile = [0, 1].map((track) => ({ track, name: null, isDefault: track === 0, describes: false }));

/** Arranges the sounds of the movie, as an admin. */
async function arrange(request: APIRequestContext, sounds: Choice[]): Promise<void> {
  const { token } = await tokenOf(request, accounts.admin);
  const headers = { Authorization: `Bearer ${token}` };
  const read = async <T>(path: string) =>
    ((await (await request.get(`${site.url}/api/${path}`, { headers })).json()) as { d: T }).d;
  const { revision } = await read<{ revision: number }>(`z/movie/detail?id=${richMovie.id}`);
  const { video } = await read<{ video: { asset: string } }>(`z/sound/list?id=${richMovie.id}&index=1`);
  const body = { id: richMovie.id, index: 1, revision, asset: video.asset, sounds };
  await call(request, "z/sound/save", body, token);
}

// Other journeys find the movie as it was.
test.afterEach(({ request }) => arrange(request, asFile));

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("an admin orders the sounds of a video, names one, and marks an audio description", async ({
      page,
    }) => {
      await enter(page, `/z/page/movie/detail/${richMovie.id}/video?episode=1`);
      const panel = page.getByRole("region", { name: "Audio tracks" });
      await expect(panel.getByText("360p · H.264 · 640×360")).toBeVisible();
      await panel.getByRole("button", { name: "Move down" }).first().click();
      await expect(panel.getByLabel("Name").first()).toHaveAttribute("placeholder", "Nature only");
      await panel.getByLabel("Name").first().fill("The picture told");
      await panel.getByLabel("Audio description").first().check();
      await panel.getByRole("button", { name: "Save" }).click();
      await expect(notice(page)).toContainText("Saved");
      await expect(panel.getByLabel("Name").first()).toHaveValue("The picture told");
      await expect(panel.getByLabel("Audio description").first()).toBeChecked();
      await expect(panel.getByRole("radio", { name: "Default" }).nth(1)).toBeChecked();
    });
  });
}
