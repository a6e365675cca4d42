import { describe, expect, it } from "vitest";
import { locales, type Locale } from "../contract/locales.ts";
import { credit, description, title as titleText } from "../contract/catalogue/admin-movie-models.ts";
import { accessLevels, tierOf } from "../contract/catalogue/values.ts";
import { DEMO_GENRES } from "./catalogue/genres.ts";
import { demoMovies } from "./catalogue/movies.ts";
import { DEMO_TEXTS } from "./catalogue/texts/texts.ts";
import { VIDEO_LENGTH_S } from "./video.ts";

const scripts: Partial<Record<Locale, RegExp>> = {
  ar: /^[\p{Script=Arabic}\p{P}\p{M}\s]+$/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  ko: /\p{Script=Hangul}/u,
  th: /\p{Script=Thai}/u,
  "zh-hans": /^[\p{Script=Han}\p{P}]+$/u,
  "zh-hant": /^[\p{Script=Han}\p{P}]+$/u,
};

describe("the demo catalogue", () => {
  it("holds at least 26 titles, three of them series of three to five episodes", () => {
    expect(demoMovies.length).toBeGreaterThanOrEqual(26);
    const series = demoMovies.filter((title) => title.kind === "series");
    expect(series).toHaveLength(3);
    expect(new Set(series.map((title) => title.access))).toEqual(new Set(["free", "vip"]));
    for (const title of series) expect([3, 4, 5]).toContain(title.episodes.length);
  });

  it("names every title once, as a slug", () => {
    const ids = demoMovies.map((title) => title.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  it.each(demoMovies.map((title) => [title.id, title] as const))("%s is complete", (_, title) => {
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

  it("has a title of each level of a service with one tier, a series whose first episode is free, and previews that are not the whole film", () => {
    expect(new Set(demoMovies.map((title) => title.access))).toEqual(
      new Set(accessLevels.filter((level) => tierOf(level) <= 1)),
    );
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

  it.each(demoMovies.map((title) => [title.id, title] as const))(
    "%s and its episodes have texts in every language",
    (_, title) => {
      for (const { texts } of [title, ...title.episodes]) {
        expect(Object.keys(texts).sort()).toEqual(locales);
        for (const [locale, text] of Object.entries(texts)) {
          expect(titleText.parse(text.title), locale).toBe(text.title);
          expect(description.parse(text.description), locale).toBe(text.description);
          expect(text.description?.length, locale).toBeGreaterThan(20);
        }
      }
      const { length } = title.kind === "series" ? title.episodes : [];
      for (const titles of Object.values(DEMO_TEXTS)) {
        expect(titles[title.id]?.episodes?.length ?? 0).toBe(length);
        expect(titles[title.id]?.seasons?.length ?? 0).toBe(title.seasons.length);
      }
    },
  );

  it("has a series of two seasons with names, and a special", () => {
    const [series, ...others] = demoMovies.filter(({ seasons }) => seasons.length > 0);
    expect(others).toEqual([]);
    expect(series!.episodes.map(({ season, number, index }) => `S${season ?? 1}E${number ?? index}`)).toEqual(
      [...["S1E1", "S1E2", "S2E1", "S2E2", "S0E1"]],
    );
    for (const { texts } of series!.seasons) expect(Object.keys(texts).sort()).toEqual(locales);
  });

  it.each(locales.filter((locale) => locale !== "en"))("is translated to %s, in its own script", (locale) => {
    const script = scripts[locale] ?? /\p{Script=Latin}/u;
    expect(Object.keys(DEMO_TEXTS[locale])).toEqual(Object.keys(DEMO_TEXTS.en));
    for (const { texts, episodes } of demoMovies)
      for (const part of [texts, ...episodes.map((episode) => episode.texts)]) {
        const [text, english] = [part[locale]!, part.en!];
        for (const words of [text.title, text.description!]) {
          expect(words).toMatch(script);
          expect(words, "typewriter quotes").not.toMatch(/['"]/);
        }
        expect(text.title).not.toBe(english.title);
        expect(text.description).not.toBe(english.description);
      }
  });

  it("credits every title to a director, a cast and a composer", () => {
    for (const { id, credits, poster } of demoMovies) {
      for (const one of credits) expect(credit.parse(one), id).toEqual(one);
      const roles = credits.map(({ role }) => role);
      expect(roles, id).toEqual(["director", ...roles.slice(1, -1).map(() => "cast"), "music"]);
      expect(roles.length, id).toBeGreaterThanOrEqual(3);
      expect(roles.length, id).toBeLessThanOrEqual(5);
      expect(new Set(credits.map(({ name }) => name)).size, id).toBe(credits.length);
      expect([credits.at(0)!.name, credits.at(-1)!.name], id).toEqual([poster.director, poster.music]);
      for (const { name } of credits) expect(name, id).toMatch(/^[\p{Script=Latin} .-]+$/u);
    }
  });
});
