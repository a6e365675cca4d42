import { z } from "zod";
import { accessLevels, creditRoles, movieKinds } from "./catalogue/values.ts";
import {
  collectionId,
  cursor,
  episodeIndex,
  episodeNumber,
  iso,
  movieId,
  personId,
  seasonNumber,
  seconds,
  shortCode,
  profileId,
  uid,
} from "./fields.ts";

/** The profile that a session has open. */
export const profileInfo = z.strictObject({
  id: profileId,
  /** Null = the account's. */
  name: z.string().nullable(),
  /** Number of its picture. */
  look: z.int(),
  /** It is the account's own one, which manages the others. */
  main: z.boolean(),
  /** Minimum age of the titles that a kids profile shows at most; null = it is none. */
  age_limit: z.int().nullable(),
  /** A kids profile shows titles without an age rating too. */
  unrated: z.boolean(),
  /** False until one was chosen in this session: who watches is to be asked. */
  chosen: z.boolean(),
});
export type ProfileInfo = z.infer<typeof profileInfo>;

/** Session user info (spec, section 3). */
export const userInfo = z.strictObject({
  uid,
  /** 1 = anonymous account, 0 = not. */
  anonymous: z.union([z.literal(0), z.literal(1)]),
  is_vip: z.boolean(),
  /** Tier of the membership; 0 = not VIP. */
  vip_tier: z.int(),
  /** Above 0 = admin. */
  admin: z.int(),
  name: z.string().nullable(),
  avatar: z.string().nullable(),
  email: z.string().nullable(),
  vip_until: iso.nullable(),
  /** Load as little as possible ahead. */
  data_saver: z.boolean(),
  /** What the user watches may recommend movies. */
  recommending: z.boolean(),
  /** Left out while the account has one profile alone. */
  profile: profileInfo.optional(),
});
export type UserInfo = z.infer<typeof userInfo>;

export const accessLevel = z.enum(accessLevels);
export type { AccessLevel } from "./catalogue/values.ts";
export const movieKind = z.enum(movieKinds);

/**
 * Base path of a movie's pictures: `<path>/poster-{160,320,480}.webp`, `<path>/backdrop-{640,1280}.webp`,
 * `?v=<version>`.
 */
export const artwork = z.strictObject({
  path: z.string(),
  version: z.string(),
  /** Dominant colour, `#rrggbb`, shown until the picture is loaded. */
  colour: z.string(),
});
export type Artwork = z.infer<typeof artwork>;

/** An episode's 16:9 picture: `<path>-{320,640}.webp`, `?v=<version>`. */
export const still = z.strictObject({ path: z.string(), version: z.string(), colour: z.string() });
export type Still = z.infer<typeof still>;

/** Where an episode of a series belongs: its season, 0 = the specials, and its number there. A film's has neither. */
export const inSeason = { season: seasonNumber.optional(), number: episodeNumber.optional() };
/** Number of seasons with episodes, the specials among them. Left out where it is one. */
export const seasonCount = z.int().min(2).optional();

/** Data for a poster on a wall. `title` is in the caller's language if translated. */
export const movieCard = z.strictObject({
  id: movieId,
  kind: movieKind,
  title: z.string(),
  year: z.int(),
  /** Level of the title; its episodes may differ. */
  access: accessLevel,
  /** Minimum age in years. */
  rating: z.int(),
  genres: z.array(z.string()),
  /** Number of episodes; 1 for a single movie. */
  episodes: z.int(),
  seasons: seasonCount,
  /** False until some episode is encoded. */
  ready: z.boolean(),
  /** Announced: the day it is expected. Left out once an episode is encoded, or the day is over. */
  premiereOn: z.iso.date().optional(),
  artwork,
});
export type MovieCard = z.infer<typeof movieCard>;

export const genre = z.strictObject({ id: z.string(), name: z.string() });
export type Genre = z.infer<typeof genre>;

/** `genreNames` are the card's genres in the caller's language. */
export const heroCard = movieCard.extend({ description: z.string(), genreNames: z.array(genre) });
export type HeroCard = z.infer<typeof heroCard>;

export const episode = z.strictObject({
  index: episodeIndex,
  ...inSeason,
  title: z.string(),
  description: z.string(),
  durationS: seconds.nullable(),
  ready: z.boolean(),
  /** Its own level, or its title's; at least signed-in when guests may not watch. */
  access: accessLevel,
  /** Null until an admin has brought one, or its video is encoded. */
  still: still.nullable(),
});
export type Episode = z.infer<typeof episode>;

export const creditRole = z.enum(creditRoles);

/** A person who worked on a movie, as its page names them. */
export const moviePerson = z.strictObject({
  /** Null for a name that has no page, as it has neither a letter nor a digit. */
  id: personId.nullable(),
  role: creditRole,
  name: z.string(),
  /** The character they play. */
  part: z.string().optional(),
});
export type MoviePerson = z.infer<typeof moviePerson>;

/** A person whom published movies name. */
export const person = z.strictObject({
  id: personId,
  name: z.string(),
  /** What they did in published movies, in the order of `creditRoles`. */
  roles: z.array(creditRole),
});
export type Person = z.infer<typeof person>;

/** A collection as others name it: by what it is called in the caller's language. */
export const collectionName = z.strictObject({ id: collectionId, name: z.string() });
export type CollectionName = z.infer<typeof collectionName>;

/** Published movies that belong together: a franchise, a festival. */
export const collection = collectionName.extend({
  /** Empty where there is none. */
  description: z.string(),
  /** Number of its published movies. */
  movies: z.int(),
});
export type Collection = z.infer<typeof collection>;

/** A season of a series; name and description are left out where there are none. */
export const season = z.strictObject({
  season: seasonNumber,
  name: z.string().optional(),
  description: z.string().optional(),
  year: z.int().optional(),
});
export type Season = z.infer<typeof season>;

export const movie = heroCard.extend({
  originalTitle: z.string(),
  originalLanguage: z.string(),
  /** Since when it has been public. */
  publishedAt: iso,
  /** What the board of the reader's country says, as `FSK 12`. Left out where it is not known. */
  ageRating: z.string().optional(),
  /** Names it in the short address `/s/<code>`. */
  shortCode,
  /** The sites that may show its player in a frame, as `embedSites`. Left out = none. */
  embedSites: z.string().optional(),
  /** Of a series: its seasons with episodes, the specials last. */
  seasonList: z.array(season).optional(),
  /** In the order of watching, the specials last. */
  episodeList: z.array(episode),
  /** How many percent of the votes for it are up. Left out below ten votes (`fewestVotes`). */
  likedPercent: z.int().min(0).max(100).optional(),
  /** Who made it, in its admins' order. Left out where that is unknown. */
  people: z.array(moviePerson).optional(),
  /** Id by which `playback/start` starts its trailer, for everyone. Left out while there is none to be watched. */
  trailer: movieId.optional(),
  /** Those it belongs to, by name. Left out where there are none. */
  collections: z.array(collectionName).optional(),
});
export type Movie = z.infer<typeof movie>;

export const progressItem = z.strictObject({
  movie: movieCard,
  index: episodeIndex,
  ...inSeason,
  positionS: seconds,
  durationS: seconds,
  updatedAt: iso,
  /** The episode's. */
  still: still.nullable(),
});
export type ProgressItem = z.infer<typeof progressItem>;

/** An entry of the list. `movie` is null once the title is no longer available; `title` is then its last known name. */
export const favouriteItem = z.strictObject({
  id: movieId,
  title: z.string(),
  addedAt: iso,
  movie: movieCard.nullable(),
});
export type FavouriteItem = z.infer<typeof favouriteItem>;

/** A page of a list; `next` is the cursor of the following page, null at the end. */
export function page<T extends z.ZodType>(item: T) {
  return z.strictObject({ items: z.array(item), next: cursor.nullable() });
}
export type Page<T> = { items: T[]; next: string | null };
