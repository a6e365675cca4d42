import { z } from "zod";
import { vipLevels } from "./catalogue/values.ts";
import { longestEmail, longestPassword, longestUserName } from "./accounts/values.ts";
import { localeCodes, localeOfCode, locales } from "./locales.ts";
import { mostStreams } from "./playback/values.ts";

/** Identifier of a movie: a slug, stable for its life. */
export const movieId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/);

/** Stands for a movie in a short address: follows from its id. */
export const shortCode = z.string().regex(/^[\w-]{10}$/);

/** Identifier of a person: follows from the folded name. */
export const personId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,79}$/);

/** Identifier of a collection: a slug, stable for its life. */
export const collectionId = movieId;

/** An episode's place among all of its movie, from 1: its address. A film has only episode 1. */
export const episodeIndex = z.int().min(1).max(9999);

/** Number of a season, which may be a year; 0 = the specials. */
export const seasonNumber = z.int().min(0).max(9999);

/** An episode's number in its season. */
export const episodeNumber = z.int().min(0).max(9999);

/** Identifier of a genre. */
export const genreId = z.string().regex(/^[a-z][a-z-]{0,31}$/);

/** A language; another code for it is read as the language itself. */
export const locale = z
  .enum(localeCodes)
  .transform((code) => localeOfCode(code)!)
  .pipe(z.enum(locales));

/** Page size of a list. */
export const limit = z.int().min(1).max(100);

/** Opaque position in a list, from the `next` of an earlier answer. */
export const cursor = z.string().min(1).max(512);

/** Players of one account that play VIP episodes at a time. */
export const streamCount = z.int().min(1).max(mostStreams);

/** Tiers of membership. */
export const mostTiers = vipLevels.length;
/** Of a membership: the first opens what needs VIP, each further one also what needs itself. */
export const tier = z.int().min(1).max(mostTiers);

/** Seconds into a video, or its length. A day is longer than any title. */
export const seconds = z.number().min(0).max(86_400);

/** Identity provider's user id. */
export const uid = z.string().regex(/^[A-Za-z0-9:_-]{1,128}$/);

/** A profile of an account; the account's own one has the uid. */
export const profileId = uid;

/** Our own bearer token: 256 bits, base64url. */
export const token = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

/** The identity provider's signed statement about a uid (a JWT, or the native host's code). */
export const proof = z.string().min(1).max(4096);

export const email = z.email().max(longestEmail);

/** A password is not trimmed and has no small limit, which would weaken it. */
export const password = z.string().min(6).max(longestPassword);

/** The name that users give themselves. */
export const userName = z.string().trim().min(1).max(longestUserName);

export const iso = z.iso.datetime();
