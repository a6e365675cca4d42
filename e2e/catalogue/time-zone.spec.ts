import { randomUUID } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";
import { call, enter, tokenOf } from "../setup/admin.ts";
import { site } from "../setup/site.ts";
import { accounts, expect, test } from "../setup/test.ts";

type Schedule = { publishAt: string | null; hideAt: string | null };
const zone = "Europe/Berlin";

/** A draft, and what the API knows about when it is published. */
async function newDraft(request: APIRequestContext) {
  const { token } = await tokenOf(request, accounts.admin);
  const title = `Dated ${randomUUID().slice(0, 8)}`;
  const { id } = await call<{ id: string }>(
    request,
    "z/movie/create",
    {
      ...{ key: randomUUID(), title, originalLanguage: "en" },
      ...{ kind: "film", access: "free", year: 2031, rating: 0 },
    },
    token,
  );
  const read = async (): Promise<Schedule> => {
    const answer = await request.get(`${site.url}/api/z/movie/detail?id=${id}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const { publishAt, hideAt } = ((await answer.json()) as { d: Schedule }).d;
    return { publishAt, hideAt };
  };
  return { id, token, read, path: `/z/page/movie/detail/${id}/publishing` };
}

async function save(page: Page, times: Partial<Record<"Published from" | "Until", string>>): Promise<void> {
  const panel = page.getByRole("region", { name: "Publishing", exact: true });
  // A notice of the save before may still be there.
  const revision = panel.locator("input[name=revision]");
  const before = await revision.inputValue();
  for (const [label, value] of Object.entries(times))
    await panel.getByLabel(label, { exact: true }).fill(value);
  await panel.getByRole("button", { name: "Save" }).click();
  await expect(revision).not.toHaveValue(before);
}

test.describe("in the browser's time zone", () => {
  test.use({ timezoneId: zone });

  test("times are shown and read, with UTC behind them", async ({ page, request }) => {
    const { path, read, id, token } = await newDraft(request);
    await enter(page, path);
    await expect(page.getByLabel("Published from")).toHaveAccessibleDescription(/^Europe\/Berlin\./);
    await save(page, { "Published from": "2031-07-01T10:00", Until: "2031-12-01T10:00" });
    await expect(page.getByLabel("Published from")).toHaveValue("2031-07-01T10:00");
    expect(await read()).toEqual({
      publishAt: "2031-07-01T08:00:00.000Z",
      hideAt: "2031-12-01T09:00:00.000Z",
    });
    // The clocks skip half past two, and show it twice in autumn: the first is meant.
    await save(page, { "Published from": "2031-03-30T02:30", Until: "2031-10-26T02:30" });
    expect(await read()).toEqual({
      publishAt: "2031-03-30T01:30:00.000Z",
      hideAt: "2031-10-26T00:30:00.000Z",
    });
    // The second of the two stays so where another field is saved.
    const { revision } = await call<{ revision: number }>(
      request,
      "z/movie/save",
      { id, revision: 2, hideAt: "2031-10-26T01:30:00.000Z" },
      token,
    );
    expect(revision).toBe(3);
    await page.reload();
    await expect(page.getByLabel("Until", { exact: true })).toHaveValue("2031-10-26T02:30");
    await save(page, { "Published from": "2031-01-01T00:30" });
    expect(await read()).toEqual({
      publishAt: "2030-12-31T23:30:00.000Z",
      hideAt: "2031-10-26T01:30:00.000Z",
    });
    await page.goto(`/z/management/audit?kind=movie&target=${id}`);
    await expect(page.getByText("All times are in Europe/Berlin.")).toBeVisible();
    const time = page.locator("main tbody time").first();
    await expect(time).toHaveAttribute("datetime", /Z$/);
    await expect(time).toHaveAttribute("title", / UTC$/);
  });

  test("a code expires at the end of the day there", async ({ page, request }) => {
    const { token } = await tokenOf(request, accounts.admin);
    const name = `Dated ${randomUUID().slice(0, 8)}`;
    await enter(page, "/z/management/codes");
    await expect(page.getByLabel("Valid until")).toHaveAccessibleDescription(/Europe\/Berlin/);
    await page.getByLabel("Name of the batch").fill(name);
    await page.getByLabel("Valid until").fill("2031-07-01");
    await page.getByRole("button", { name: "Create codes" }).click();
    await expect(page.getByRole("row").filter({ hasText: name })).toContainText("Jul 1, 2031");
    const answer = await request.get(`${site.url}/api/z/code/list?q=${encodeURIComponent(name)}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const { d } = (await answer.json()) as { d: { items: { expiresAt: string }[] } };
    expect(d.items[0]!.expiresAt).toBe("2031-07-01T21:59:59.000Z");
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, timezoneId: zone });

  test("times are in UTC, or in the zone that an earlier visit has named", async ({
    page,
    request,
    context,
    baseURL,
  }) => {
    const { path, read } = await newDraft(request);
    await enter(page, path);
    await expect(page.getByLabel("Published from")).toHaveAccessibleDescription(/^UTC\./);
    await save(page, { "Published from": "2031-07-01T10:00" });
    expect((await read()).publishAt).toBe("2031-07-01T10:00:00.000Z");
    await context.addCookies([{ name: "zone", value: encodeURIComponent(zone), url: baseURL! }]);
    await page.goto(path);
    await expect(page.getByLabel("Published from")).toHaveValue("2031-07-01T12:00");
    // A form is read in the zone that it was shown in.
    await context.addCookies([{ name: "zone", value: "Asia%2FTokyo", url: baseURL! }]);
    await save(page, { "Published from": "2031-07-01T13:00" });
    expect((await read()).publishAt).toBe("2031-07-01T11:00:00.000Z");
    await expect(page.getByLabel("Published from")).toHaveValue("2031-07-01T20:00");
  });
});
