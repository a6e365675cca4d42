import type { Page } from "@playwright/test";
import { expect } from "./test.ts";

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
export type Visitor = {
  /** Posts a call. */
  call: (name: string, data: object) => Promise<void>;
  /** @returns the data of a call that reads */
  read: (name: string, query: string) => Promise<unknown>;
};

/** A guest of its own for this browser, made over the API. */
export async function guest(page: Page): Promise<Visitor> {
  const post = async (name: string, data: object, token?: string) => {
    const headers = token ? { Authorization: `Bearer ${token}` } : undefined;
    const answer = await (await page.request.post(`/api/${name}`, { data, headers })).json();
    expect(answer.c, name).toBe(0);
    return answer.d;
  };
  const identity = await post("identity/anonymous", {});
  const { token } = await post("login/uid", { uid: identity.uid, proof: identity.proof });
  const url = new URL((await page.request.get("/healthz")).url()).origin;
  await page.context().addCookies([{ name: "matinee", value: token, url, httpOnly: true, sameSite: "Lax" }]);
  return {
    call: (name, data) => post(name, data, token),
    async read(name, query) {
      const headers = { Authorization: `Bearer ${token}` };
      return (await (await page.request.get(`/api/${name}${query}`, { headers })).json()).d;
    },
  };
}

/** Puts titles on the list, the first one latest. */
export const collect = (visitor: Visitor, ids: string[]) =>
  visitor.call("favourite/restore", {
    items: ids.map((id, hours) => ({ id, title: `Title ${id}`, addedAt: hoursAgo(hours + 1) })),
  });

/** Adds titles to the history, each with a position, watched the given hours ago. */
export const watch = (visitor: Visitor, entries: [id: string, hours: number][]) =>
  visitor.call("progress/restore", {
    items: entries.map(([id, hours]) => ({
      id,
      index: 1,
      positionS: 8,
      durationS: 20,
      updatedAt: hoursAgo(hours),
    })),
  });
