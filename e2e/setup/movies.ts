import type { Page } from "@playwright/test";

/** Number of published titles: other journeys publish some as well. */
export async function movieCount(page: Page): Promise<number> {
  const answer = await page.request.get("/api/movie/list?sort=new&limit=100");
  return ((await answer.json()) as { d: { items: unknown[] } }).d.items.length;
}
