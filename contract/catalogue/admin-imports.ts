import { z } from "zod";
import { actor, csvFile, iso, paging } from "../admin-fields.ts";
import { get, post } from "../call.ts";
import { fieldReasons } from "../envelope.ts";
import {
  importEncodings,
  importExtensions,
  importProblems,
  importSeparators,
  importStates,
  lineOutcomes,
} from "./values.ts";

/** Besides the reasons of fields: changed since the check; no such episode; deleted; another number of cells. */
export const lineReasons = [...fieldReasons, "conflict", "missing", "deleted", "cells"] as const;
/** Why a line can't be imported, or was not. `field` is the column; empty = the whole line. */
export const lineError = z.strictObject({ field: z.string(), reason: z.enum(lineReasons) });
export type LineError = z.infer<typeof lineError>;

const one = z.strictObject({ id: z.uuid() });

const importFacts = z.strictObject({
  id: z.uuid(),
  state: z.enum(importStates),
  /** Of state `failed`. */
  problem: z.enum(importProblems).nullable(),
  /** The line that the problem begins at. */
  problemLine: z.int().nullable(),
  by: actor,
  createdAt: iso,
  /** When its lines began to be imported. */
  startedAt: iso.nullable(),
  /** How far a job is: 0 to 1. */
  share: z.number(),
  /** Lines by what they do, or did. */
  counts: z.partialRecord(z.enum(lineOutcomes), z.int()),
  /** Whether what it wrote can be taken back now. */
  undoable: z.boolean(),
});

export const movieImport = importFacts.extend({
  /** Null until the check has found them. */
  encoding: z.enum(importEncodings).nullable(),
  separator: z.enum(importSeparators).nullable(),
  /** The columns of the file in their order; `as` is null for an unknown one, which is left out. */
  columns: z.array(z.strictObject({ name: z.string(), as: z.string().nullable() })),
  /** The first rows as they were read. */
  sample: z.array(z.array(z.string())),
  /** The first lines that can't be imported, or were not. */
  errors: z.array(lineError.extend({ line: z.int(), movie: z.string().nullable() })),
});
export type MovieImport = z.infer<typeof movieImport>;
export type MovieImportRow = z.infer<typeof importFacts>;

export const adminImportCalls = {
  "z/import/list": get({
    access: "admin",
    permission: "catalogue.read",
    summary: "The imports of titles of the last days, latest first.",
    input: z.strictObject({}),
    output: z.strictObject({ items: z.array(importFacts) }),
  }),
  "z/import/detail": get({
    access: "admin",
    permission: "catalogue.read",
    summary: "One import: how its file is read, what it would do or did, and how far it is.",
    input: one,
    output: movieImport,
  }),
  "z/import/begin": post({
    access: "admin",
    permission: "catalogue.write",
    summary: "Begins to check a CSV file of titles that was uploaded just now. Changes no title.",
    input: z.strictObject({
      /** Random, made for each form: the same key begins one import. */
      key: z.uuid(),
      /** Name of the stored upload. */
      source: z.string().regex(new RegExp(`^[0-9a-f]{64}\\.(${importExtensions.join("|")})$`)),
    }),
    output: one,
  }),
  "z/import/check": post({
    access: "admin",
    permission: "catalogue.write",
    summary: "Checks the file again, read with this encoding and separator.",
    input: one.extend({ encoding: z.enum(importEncodings), separator: z.enum(importSeparators) }),
    output: one,
  }),
  "z/import/start": post({
    access: "admin",
    permission: "catalogue.write",
    summary: "Imports the lines of a checked file that are right.",
    input: one,
    output: one,
  }),
  "z/import/cancel": post({
    access: "admin",
    permission: "catalogue.write",
    summary: "Stops a check or an import. What was imported stays, and can be undone.",
    input: one,
    output: one,
  }),
  "z/import/undo": post({
    access: "admin",
    permission: "catalogue.write",
    summary: "Takes a whole import back, within a day; titles that were changed since stay.",
    input: one,
    output: one,
  }),
  "z/import/result": get({
    access: "admin",
    permission: "catalogue.read",
    summary: "Every line of the file with its title and its outcome, as CSV, part by part.",
    input: one.extend({ cursor: paging.cursor }),
    output: csvFile,
  }),
};
