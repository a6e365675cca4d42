import { readdir } from "node:fs/promises";
import type { Env } from "../../server/env.ts";

/** A part of the service that is files: a folder or file `name` in `root`. */
export type Place = { root: string; name: string };

/** All files that a backup holds besides the database. Videos and uploads in a bucket are not among them. */
export function placesOf({ DATA_DIR, storage }: Pick<Env, "DATA_DIR" | "storage">): Place[] {
  const here = [
    { root: DATA_DIR, name: "secret" },
    { root: DATA_DIR, name: "artwork" },
  ];
  if (storage?.kind === "bucket") return here;
  const root = storage?.path ?? DATA_DIR;
  return [...here, { root, name: "media" }, { root, name: "uploads" }];
}

/** Whether a folder is missing or has nothing in it. */
export async function isEmpty(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length === 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return true;
    throw error;
  }
}
