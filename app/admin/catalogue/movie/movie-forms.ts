import { z } from "zod";
import { adminEpisodeCalls } from "../../../../contract/catalogue/admin-episodes.ts";
import { adminMovieCalls } from "../../../../contract/catalogue/admin-movies.ts";
import { longestName, longestSoundName } from "../../../../contract/catalogue/values.ts";
import { locale } from "../../../../contract/fields.ts";
import { instantOf, utc } from "../../../lib/zone.ts";

const { shape: create } = adminMovieCalls["z/movie/create"].input;
const { shape: save } = adminMovieCalls["z/movie/save"].input;
const { shape: episode } = adminEpisodeCalls["z/episode/save"].input;
const { shape: season } = adminEpisodeCalls["z/season/save"].input;
const { revision } = save;

/** The date and time of a field, which is read in the form's zone (`scheduleOf`). */
const time = z.string().refine((local) => instantOf(local, utc) !== null);

/** Words separated by commas. */
const words = z
  .string()
  .optional()
  .transform((text = "") =>
    text
      .split(/[,،、，]/)
      .map((word) => word.trim())
      .filter(Boolean),
  );

/** Markers are typed in seconds; an empty field means none. */
const mark = episode.introFromS.transform((seconds) => seconds ?? null);

export const createForm = z.object(create);

export const factsForm = z.object({
  revision,
  kind: save.kind.unwrap(),
  access: save.access.unwrap(),
  /** An empty field means none. */
  teaserS: save.teaserS.transform((seconds) => seconds ?? 0),
  year: save.year.unwrap(),
  rating: save.rating.unwrap(),
  ageRatings: words.refine((list) => save.ageRatings.safeParse(list).success),
  originalLanguage: save.originalLanguage.unwrap(),
  genres: z.array(z.string()).default([]),
  tags: words.pipe(save.tags.unwrap()),
  hero: save.hero.transform((place) => place ?? null),
  embeddable: z.boolean().default(false),
});

export const scheduleForm = z.object({
  revision,
  status: save.status.unwrap(),
  publishAt: time.optional(),
  hideAt: time.optional(),
  /** An empty field means none. */
  premiereOn: save.premiereOn.transform((day) => day ?? null),
});

export const creditsForm = z.object({ revision, credits: save.credits.unwrap().default([]) });

export const textsForm = z.object({
  revision,
  locale,
  title: z.string().trim().min(1).max(200),
  description: z.string().trim().max(2000).default(""),
});

/** `main`: the track that is the default. Without a name, a sound is called as in its file. */
export const soundsForm = z.object({
  revision,
  index: episode.index,
  asset: z.string(),
  main: z.number().int(),
  sounds: z.array(
    z.object({
      track: z.number().int(),
      name: z.string().trim().max(longestSoundName).default(""),
      describes: z.boolean().default(false),
    }),
  ),
});

export const seasonForm = z.object({
  revision,
  season: season.season,
  to: season.season,
  locale,
  name: z.string().trim().max(longestName).default(""),
  description: z.string().trim().max(2000).default(""),
  /** An empty field means none. */
  year: season.year.transform((year) => year ?? null),
});

export const episodeForm = z.object({
  revision,
  index: episode.index,
  /** A film's form has neither. */
  season: episode.season,
  number: episode.number,
  locale,
  title: z.string().trim().max(200).default(""),
  description: z.string().trim().max(2000).default(""),
  introFromS: mark,
  introToS: mark,
  creditsFromS: mark,
  /** Without a choice or a value, the episode follows its movie. */
  access: episode.access.transform((level) => level ?? null),
  teaserS: episode.teaserS.transform((seconds) => seconds ?? null),
  chapters: z
    .array(
      z.object({
        startS: z.number().min(0).max(86_400),
        title: z.string().trim().max(120).default(""),
        titles: z.string().default("{}"),
      }),
    )
    .default([]),
});
