import { randomUUID } from "node:crypto";
import { agree, call, enter, newMember, notice, tokenOf } from "../setup/admin.ts";
import { accounts, expect, signIn, test } from "../setup/test.ts";

const today = new Date().toISOString().slice(0, 10);

for (const javaScriptEnabled of [true, false]) {
  test.describe(`the admin area ${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    // The browser logs an answer of 422 as an error; people see what the page says of it.
    test.use({
      javaScriptEnabled,
      viewport: { width: 1440, height: 900 },
      allowedErrors: [/422 \(Unprocessable Entity\)/],
    });

    test("finds a person, changes their membership and name, suspends them, and lifts it", async ({
      page,
      request,
      browser,
    }) => {
      const member = await newMember(request, "Mira Journey");
      await page.goto("/z");
      await expect(page).toHaveURL("/page/login?to=%2Fz");
      await signIn(page, accounts.admin);
      await expect(page).toHaveURL("/z");
      await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Users" }).click();
      await page.getByLabel("Name, e-mail or ID").fill(member.email);
      await page.getByRole("button", { name: "Search" }).click();
      await expect(page).toHaveURL(/q=/);
      await expect(page.getByRole("row")).toHaveCount(2);
      await page.getByRole("link", { name: member.name }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(member.name);

      const membership = page.getByRole("region", { name: "Membership" });
      await membership.getByLabel("Days").fill("0");
      await membership.getByLabel("Reason for the audit log").fill("Was ill for a week");
      // What the browser would stop is sent all the same: it is the server's to refuse.
      await membership.locator("form").evaluate((form: HTMLFormElement) => (form.noValidate = true));
      await membership.getByRole("button", { name: "Apply" }).click();
      await expect(membership.getByLabel("Days")).toHaveAccessibleDescription("Enter 1 or more.");
      await expect(membership.getByLabel("Reason for the audit log")).toHaveValue("Was ill for a week");
      await membership.getByLabel("Days").fill("10");
      await membership.getByRole("button", { name: "Apply" }).click();
      await expect(notice(page)).toContainText("Saved: VIP until");
      await expect(membership).toContainText("Was ill for a week");

      const edit = page.getByRole("region", { name: "Name and level" });
      await edit.getByLabel("Name", { exact: true }).fill("Mira Changed");
      await edit.getByLabel("Admin level").selectOption("viewer");
      await edit.getByRole("button", { name: "Save" }).click();
      await expect(notice(page)).toContainText("Saved");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Mira Changed");
      await edit.getByLabel("Admin level").selectOption("owner");
      await edit.getByRole("button", { name: "Save" }).click();
      const rise = page.locator("dialog.z-ask");
      await rise.getByLabel("Reason for the audit log").fill("Runs the place");
      await rise.getByRole("link", { name: "cancel" }).click();
      await edit.getByLabel("Admin level").selectOption("none");
      await edit.getByRole("button", { name: "Save" }).click();
      await agree(page, (ask) =>
        expect(ask).toContainText("Lowers the admin level of Mira Changed from Viewer to None"),
      );
      await expect(notice(page)).toContainText("Saved");

      const suspension = page.getByRole("region", { name: "Suspension" });
      await suspension.getByLabel("Reason").selectOption("spam");
      await suspension.getByRole("button", { name: "Suspend account" }).click();
      await agree(page, async (ask) => {
        await expect(ask).toContainText("Mira Changed");
        await expect(ask).toContainText("permanent");
      });
      await expect(notice(page)).toContainText("Account suspended.");

      const theirs = await browser.newContext({ javaScriptEnabled });
      const other = await theirs.newPage();
      await other.goto(new URL("/page/login", page.url()).href);
      await signIn(other, member);
      await expect(other.getByRole("alert")).toContainText("suspended");
      await theirs.close();

      await suspension.getByRole("button", { name: "Lift suspension" }).click();
      await agree(page);
      await expect(notice(page)).toContainText("Suspension lifted.");
      const log = page.getByRole("region", { name: "Audit log" });
      for (const action of ["VIP time changed", "Account changed", "User suspended", "Suspension lifted"])
        await expect(log).toContainText(action);
    });

    test("does one thing to many, after saying what it would do, and takes it back", async ({
      page,
      request,
    }) => {
      const name = `Bulk ${randomUUID().slice(0, 8)}`;
      const people = [await newMember(request, `${name} one`), await newMember(request, `${name} two`)];
      await enter(page, "/z/page/user");
      await page.goto(`/z/page/user?q=${encodeURIComponent(name)}`);
      // With scripts there is no bar while nothing is selected.
      const apply = page.getByRole("button", { name: "Apply" });
      if (javaScriptEnabled) await expect(apply).toBeHidden();
      else {
        await apply.click();
        await expect(notice(page)).toContainText("Select at least one row first.");
      }
      for (const person of people) await page.getByLabel(`Select ${person.name}`).check();
      await page.getByLabel("Action for the selected rows").selectOption("vip");
      await page.getByRole("button", { name: "Apply" }).click();
      await agree(page, async (ask) => {
        await expect(ask).toContainText("Accounts to change: 2");
        await expect(ask).toContainText(people[0]!.name);
        await ask.getByLabel("Days").fill("7");
      });
      await expect(notice(page)).toContainText("Accounts changed: 2");
      await expect(page.getByRole("row").nth(1)).toContainText("until");
      // The undo is found again on the account it is about, which alone is restored there.
      await page.getByRole("link", { name: people[0]!.name }).click();
      // The address changes before the page does, and the list has an undo of all.
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(people[0]!.name);
      await page.getByRole("listitem").filter({ hasText: "Accounts changed: 2" }).getByRole("button").click();
      await expect(notice(page)).toContainText("Accounts restored: 1");
      await page.goto(`/z/page/user?q=${encodeURIComponent(name)}`);
      await expect(page.getByRole("row").filter({ hasText: people[0]!.name })).not.toContainText("until");
      await expect(page.getByRole("row").filter({ hasText: people[1]!.name })).toContainText("until");
    });

    test("changes settings, is told what another admin changed, and carries them elsewhere", async ({
      page,
      request,
    }) => {
      const { token } = await tokenOf(request, accounts.admin);
      await enter(page, "/z/page/settings");
      const field = page.getByLabel("Messages per user per hour");
      const devices = page.getByLabel("Devices per account");
      const save = page.locator(".z-save").getByRole("button", { name: "Save" });
      const read = async () =>
        (await (
          await request.get("/api/z/settings/read", { headers: { Authorization: `Bearer ${token}` } })
        ).json()) as { d: { values: Record<string, number>; revision: number } };
      const before = (await read()).d;

      await page
        .locator("form", { has: field })
        .evaluate((form: HTMLFormElement) => (form.noValidate = true));
      await field.fill("1000");
      await save.click();
      await expect(field).toHaveAccessibleDescription(/Enter \d+ or less/);
      await expect(field).toHaveValue("1000");

      const mine = before.values.feedbackPerHour === 21 ? 22 : 21;
      await field.fill(String(mine));
      await call(
        request,
        "z/settings/save",
        { revision: before.revision, values: { feedbackPerHour: 33, sessionsPerUser: 44 } },
        token,
      );
      await save.click();
      const conflict = page.locator(".z-conflict");
      await expect(conflict).toContainText("33");
      await expect(conflict).toContainText(String(mine));
      await expect(field).toHaveValue(String(mine));
      expect((await read()).d.values.feedbackPerHour).toBe(33);
      await save.click();
      await expect(notice(page)).toContainText("Saved");
      expect((await read()).d.values).toMatchObject({ feedbackPerHour: mine, sessionsPerUser: 44 });
      await expect(devices).toHaveValue("44");
      await expect(page.getByRole("region", { name: "Change history" })).toContainText(String(mine));

      await page.getByRole("button", { name: "Database" }).click();
      await expect(notice(page)).toContainText("Database: works");

      const download = await page.request.get("/z/page/settings.json");
      expect(download.headers()["content-disposition"]).toContain("attachment");
      const document = (await download.json()) as { values: Record<string, unknown> };
      document.values.feedbackPerHour = before.values.feedbackPerHour;
      document.values.sessionsPerUser = before.values.sessionsPerUser;
      await page.getByLabel("Settings file").setInputFiles({
        name: "settings.json",
        mimeType: "application/json",
        buffer: Buffer.from(JSON.stringify(document)),
      });
      await page.getByRole("button", { name: "Check file" }).click();
      await agree(page, async (ask) => expect(ask).toContainText("Devices per account: 44 →"));
      await expect(notice(page)).toContainText("Settings changed:");
      expect((await read()).d.values).toEqual(before.values);
    });

    test("words a text page anew, sees it first, and restores what it was", async ({ page }) => {
      await enter(page, "/z/management/texts");
      const words = `Words of ${randomUUID()}`;
      await page
        .getByRole("region", { name: /imprint/ })
        .getByRole("link", { name: /Türkçe/ })
        .click();
      await expect(page).toHaveURL("/z/management/texts/imprint/tr");
      const versions = page.getByRole("region", { name: "Versions" });
      const newest = /Version (\d+)/.exec(await versions.getByRole("listitem").first().innerText())![1]!;
      const body = page.getByLabel("Text", { exact: true });
      await body.fill(`## ${words}\n\nA paragraph.`);
      await page.getByRole("button", { name: "Preview" }).click();
      await expect(page.getByRole("heading", { name: words })).toBeVisible();
      await expect(body).toHaveValue(`## ${words}\n\nA paragraph.`);
      await page.getByRole("button", { name: "Save" }).click();
      await expect(notice(page)).toContainText("Saved as version");
      await page.getByRole("button", { name: `Restore version ${newest}`, exact: true }).click();
      await agree(page, async (ask) => expect(ask).toContainText(`version ${newest}`));
      await expect(notice(page)).toContainText("restored");
      await expect(body).not.toHaveValue(new RegExp(words));
    });

    test("answers a message, puts one aside, and deletes one", async ({ page, request }) => {
      const member = await newMember(request, "Nora Journey");
      const words = `The sound is late ${randomUUID()}`;
      const { receipt } = await call<{ receipt: string }>(
        request,
        "feedback/create",
        { key: randomUUID(), category: "playback", text: words, context: { page: "/video/here" } },
        member.token,
      );
      await enter(page, "/z/management/feedback");
      await page.getByRole("link", { name: words }).click();
      await expect(page).toHaveURL(`/z/management/feedback/${receipt}`);
      await expect(page.locator("main")).toContainText("/video/here");
      await page.getByRole("button", { name: "Close without answering" }).click();
      await expect(notice(page)).toContainText("Message closed.");
      await page.getByRole("button", { name: "Reopen" }).click();
      await expect(notice(page)).toContainText("Message reopened.");
      await page.getByRole("button", { name: "Send answer" }).click();
      await expect(page.getByLabel("Your answer")).toHaveAccessibleDescription(/Required/);
      await page.getByLabel("Your answer").fill("It is mended.");
      await page.getByRole("button", { name: "Send answer" }).click();
      await expect(notice(page)).toContainText("Answer saved.");
      await page.getByRole("button", { name: "Delete message" }).click();
      await agree(page, async (ask) => ask.getByLabel("Reason for the audit log").fill("Asked for it"));
      await expect(page).toHaveURL(/\/z\/management\/feedback\?done=deleted/);
      await page.goto(`/z/management/audit?kind=feedback&target=${receipt}&from=${today}&to=${today}`);
      await expect(page.getByRole("row")).toHaveCount(5);
      await expect(page.getByRole("row").nth(1)).toContainText("Message deleted");
      await expect(page.getByRole("row").nth(1)).toContainText("Asked for it");
    });

    test("an address with filters that mean nothing shows the list all the same, and says what was left out", async ({
      page,
    }) => {
      await enter(page);
      for (const [path, leftOut] of [
        ["/z/management/audit?from=soon&kind=nothing", "About, From"],
        ["/z/page/user?role=king&q=mia&sort=hat", "Role, Sort by"],
        ["/z/page/movie?cursor=0", "Page"],
        ["/z/management/orders?state=lost", "State"],
        ["/z/management/feedback?category=7", "Subject"],
        ["/z/management/codes?cursor=x", "Page"],
        ["/z/page/magnet?state=x", "State"],
        ["/z/page/job?kind=knitting&state=failed", "Type"],
        ["/z/page/analysis?from=soon&to=2026-01-01", /: From\s*This is not a date\.$/],
        ["/z/page/analysis?compare=tomorrow", "Compare with"],
      ] as const) {
        await page.goto(path);
        await expect(page.getByText(/^Ignored, because not understood: /)).toContainText(leftOut);
      }
    });
  });
}
