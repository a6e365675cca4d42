import { z } from "zod";
import { get, post } from "../call.ts";
import { collectionId, genreId, locale, movieId } from "../fields.ts";
import { localeOfCode } from "../locales.ts";
import { accessLevel, artwork, movieKind, page } from "../models.ts";
import {
  auditId,
  before,
  csvFile,
  direction,
  iso,
  paging,
  pictureKey,
  reason,
  revision,
} from "../admin-fields.ts";
import {
  adminMovie,
  ageRatings,
  adminMovieRow,
  credit,
  description,
  hero,
  language,
  movieFilter,
  premiereOn,
  teaserS,
  rating,
  tag,
  textsOf,
  title,
  year,
} from "./admin-movie-models.ts";
import { undoable, undoing } from "../service/admin-audit.ts";
import { artworkRoles, mostCollections, mostMoviesAtOnce, mostTags, movieStatuses } from "./values.ts";

/** Fields a save may change; fields left out stay unchanged. */
const movieFields = {
  kind: movieKind,
  status: z.enum(movieStatuses),
  access: accessLevel,
  teaserS,
  year,
  rating,
  ageRatings,
  /** Finds the original title, so it has the code under which texts are stored. */
  originalLanguage: language.overwrite((tag) => localeOfCode(tag) ?? tag),
  genres: z.array(genreId).max(12),
  tags: z.array(tag).max(mostTags),
  /** The collections it belongs to. */
  collections: z.array(collectionId).max(mostCollections),
  credits: z.array(credit).max(100),
  hero: hero.nullable(),
  /** Whether other sites may show its player, see the setting `embedSites`. */
  embeddable: z.boolean(),
  /** Null = at once. */
  publishAt: iso.nullable(),
  /** Null = permanently. */
  hideAt: iso.nullable(),
  /** Announces a title without a video: it is public, and can't be played. Null = not announced; ends with the first video. */
  premiereOn,
  /** By language; null removes a language. */
  texts: textsOf(z.strictObject({ title, description }).nullable()),
};

/** Titles by their ids, or all titles that match a filter. */
export const movieSelection = z.union([
  z.strictObject({ ids: z.array(movieId).min(1).max(mostMoviesAtOnce) }),
  z.strictObject({ filter: z.strictObject(movieFilter) }),
]);

export const movieBulkAction = z.union([
  z.strictObject({ kind: z.enum(["publish", "hide", "delete"]) }),
  z.strictObject({ kind: z.enum(["tag", "untag"]), tag }),
  /** Episodes with their own level keep it. */
  z.strictObject({ kind: z.literal("access"), access: accessLevel }),
]);

const changed = z.strictObject({ revision });

export const adminMovieCalls = {
  "z/movie/list": get({
    access: "admin",
    permission: "catalogue.read",
    summary: "Titles, searched, filtered and sorted; drafts, scheduled and ended ones too.",
    input: z.strictObject({
      ...paging,
      ...movieFilter,
      /** Default: updated, latest first. Sorting by title uses the English one, else the original. */
      sort: z.enum(["title", "published", "popularity", "year", "updated"]).optional(),
      direction: direction.optional(),
    }),
    /** `total` is null when counting would take long. */
    output: page(adminMovieRow).extend({ total: z.int().nullable() }),
  }),
  "z/movie/detail": get({
    access: "admin",
    permission: "catalogue.read",
    summary: "One title with everything that can be changed about it.",
    input: z.strictObject({ id: movieId }),
    output: adminMovie,
  }),
  "z/movie/create": post({
    access: "admin",
    permission: "catalogue.write",
    summary: "A new draft. The same key makes one, however often it is sent.",
    input: z.strictObject({
      /** Random, made for each form. */
      key: z.uuid(),
      /** Left out = derived from the title. */
      id: movieId.optional(),
      title,
      originalLanguage: locale,
      kind: movieKind,
      access: accessLevel,
      year,
      rating,
    }),
    output: z.strictObject({ id: movieId, revision }),
  }),
  "z/movie/save": post({
    access: "admin",
    permission: "catalogue.write",
    summary:
      "Changes a title; what is left out stays. In force at once. What has no video is public only once announced.",
    input: z.strictObject({
      id: movieId,
      revision,
      before: before.optional(),
      reason: reason.optional(),
      ...z.object(movieFields).partial().shape,
    }),
    output: changed,
  }),
  "z/movie/delete": post({
    access: "admin",
    permission: "catalogue.write",
    summary: "Takes a title away with its episodes; for a day it can be undone, then it is gone for good.",
    input: z.strictObject({ id: movieId, revision, reason: reason.optional() }),
    output: z.strictObject({ entry: auditId }),
  }),
  "z/movie/bulk": post({
    access: "admin",
    permission: "catalogue.write",
    summary:
      "One action for many titles, at most 500 at once. `dryRun` says what it would do and does nothing.",
    input: z.strictObject({
      selection: movieSelection,
      action: movieBulkAction,
      dryRun: z.boolean(),
      reason: reason.optional(),
    }),
    output: z.strictObject({
      /** Number of selected titles; null for a filter that matches more than 500, and then nothing is changed. */
      selected: z.int().nullable(),
      affected: z.int(),
      /** Left unchanged, with the reason. */
      skipped: z.array(
        z.strictObject({
          why: z.enum(["not_found", "unchanged", "too_many_tags", "no_video"]),
          count: z.int(),
          /** The first twenty of them. */
          sample: z.array(z.strictObject({ id: movieId, title: z.string() })),
        }),
      ),
      /** The first twenty affected titles. */
      sample: z.array(z.strictObject({ id: movieId, title: z.string() })),
      /** Audit entry for an undo; null for a dry run and when nothing was changed. */
      entry: auditId.nullable(),
    }),
  }),
  "z/movie/undo": post({
    access: "admin",
    permission: "catalogue.write",
    summary:
      "Takes a bulk action, a deletion, or the replacement or removal of a picture, a still or subtitles back, once and within a day; what was changed since stays.",
    /** With an id, for this title alone. */
    input: z.strictObject({ entry: auditId, id: movieId.optional() }),
    output: z.strictObject({ restored: z.int(), skipped: z.int() }),
  }),
  "z/movie/undoable": get({
    access: "admin",
    permission: "catalogue.write",
    summary:
      "The caller's latest bulk actions and deletions of the last day; with an id, everyone's of that title, and its replaced or removed pictures, stills and subtitles.",
    input: z.strictObject({ id: movieId.optional() }),
    output: z.strictObject({ items: z.array(undoable) }),
  }),
  "z/movie/artwork": post({
    access: "admin",
    permission: "catalogue.write",
    summary: "Makes a picture that was uploaded just now a title's poster or backdrop, in every size.",
    input: z.strictObject({
      id: movieId,
      revision,
      role: z.enum(artworkRoles),
      /** Name of the stored upload. */
      key: pictureKey,
    }),
    output: changed.extend({ artwork, ...undoing }),
  }),
  "z/movie/trailer": post({
    access: "admin",
    permission: "catalogue.write",
    summary:
      "A place for a title's trailer: a movie that is in no list, with one video. A title has one, however often it is asked for. `z/movie/delete` takes it away.",
    input: z.strictObject({ id: movieId, reason: reason.optional() }),
    output: z.strictObject({ id: movieId }),
  }),
  "z/movie/export": get({
    access: "admin",
    permission: "catalogue.read",
    summary: "The list as CSV, part by part; it can be imported again.",
    input: z.strictObject({ cursor: paging.cursor, ...movieFilter }),
    output: csvFile,
  }),
};
