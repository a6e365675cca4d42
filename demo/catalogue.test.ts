import { describe, expect, it } from "vitest";
import { locales } from "../contract/locales.ts";
import { accessLevels } from "../contract/catalogue/values.ts";
import { DEMO_GENRES } from "./catalogue/genres.ts";
import { demoMovies } from "./catalogue/movies.ts";
import { VIDEO_LENGTH_S } from "./video.ts";

describe("the demo catalogue", () => {
  it("holds at least 26 titles, three of them series of three or four episodes", () => {
    expect(demoMovies.length).toBeGreaterThanOrEqual(26);
    const series = demoMovies.filter((title) => title.kind === "series");
    expect(series).toHaveLength(3);
    expect(new Set(series.map((title) => title.access))).toEqual(new Set(["free", "vip"]));
    for (const title of series) expect([3, 4]).toContain(title.episodes.length);
  });

  it("names every title once, as a slug", () => {
    const ids = demoMovies.map((title) => title.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  it.each(demoMovies.map((title) => [title.id, title] as const))("%s is complete", (_, title) => {
    for (const tag of new Set(["en", "de", "ja", "ar", title.originalLanguage])) {
      expect(title.texts[tag]?.title, tag).toBeTruthy();
      expect(title.texts[tag]?.description.length, tag).toBeGreaterThan(30);
      for (const episode of title.episodes) expect(episode.texts[tag]?.title, tag).toBeTruthy();
    }
    expect(locales).toContain(title.originalLanguage);
    expect(title.genres.length).toBeGreaterThan(0);
    for (const genre of title.genres) expect(DEMO_GENRES[genre]).toBeDefined();
    expect(title.colour).toMatch(/^#[0-9a-f]{6}$/);
    expect([0, 6, 12, 16]).toContain(title.rating);
    expect(title.year).toBeGreaterThanOrEqual(1968);
    expect(title.year).toBeLessThanOrEqual(2026);
    expect(title.episodes.map((episode) => episode.index)).toEqual(
      title.episodes.map((_episode, i) => i + 1),
    );
  });

  it("spreads its languages, its heroes and its member titles", () => {
    expect(new Set(demoMovies.map((title) => title.originalLanguage)).size).toBe(12);
    const heroes = demoMovies.flatMap((title) => title.hero ?? []).sort();
    expect(heroes).toEqual([1, 2, 3, 4, 5]);
    const vip = demoMovies.filter((title) => title.access === "vip").length / demoMovies.length;
    expect(vip).toBeGreaterThan(0.25);
    expect(vip).toBeLessThan(0.45);
  });

  it("has a title of each level, a series whose first episode is free, and previews that are not the whole film", () => {
    expect(new Set(demoMovies.map((title) => title.access))).toEqual(new Set(accessLevels));
    const opened = demoMovies.filter(
      ({ access, episodes }) => episodes[0]!.access === "free" && access === "vip",
    );
    expect(opened.map(({ kind }) => kind)).toEqual(["series"]);
    const thumbnails = demoMovies.filter(({ teaserS = 0 }) => teaserS > 0);
    expect(new Set(thumbnails.map(({ kind }) => kind))).toEqual(new Set(["film", "series"]));
    for (const { access, teaserS } of thumbnails) {
      expect(access).toBe("vip");
      expect(teaserS).toBeLessThan(VIDEO_LENGTH_S / 2);
    }
  });

  it("gives every picture its own seed", () => {
    expect(new Set(demoMovies.map((title) => title.scene.seed)).size).toBe(demoMovies.length);
  });

  it("names its genres in every language of the interface", () => {
    for (const names of Object.values(DEMO_GENRES)) expect(Object.keys(names).sort()).toEqual(locales);
  });
});
