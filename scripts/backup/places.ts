import { readdir } from "node:fs/promises";
import type { Env } from "../../server/env.ts";

/** A part of the service that is files: a folder or file `name` in `root`. */
export type Place = { root: string; name: string };

/** All files that a backup holds besides the database. With a bucket, pictures, videos and uploads are not among them. */
export function placesOf({ DATA_DIR, storage }: Pick<Env, "DATA_DIR" | "storage">): Place[] {
  const secret = { root: DATA_DIR, name: "secret" };
  if (storage?.kind === "bucket") return [secret];
  const root = storage?.path ?? DATA_DIR;
  return [secret, { root: DATA_DIR, name: "artwork" }, { root, name: "media" }, { root, name: "uploads" }];
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
