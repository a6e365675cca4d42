import { randomBytes } from "node:crypto";
import type { Files } from "../../../ports/files.ts";

/** Files that were replaced or removed, in the place they were in, until their undo is over. */
export const replacedFolder = "_replaced";

type Kept = { name: string; content: string | Uint8Array };

/**
 * Keeps the content of files that are about to be replaced or removed.
 * @returns the name they are kept under; null if one of them does not exist, and none is kept
 */
export async function keepReplaced(
  place: Files,
  files: readonly { name: string; content: Kept["content"] | null }[],
): Promise<string | null> {
  if (files.length === 0 || !files.every((file): file is Kept => Boolean(file.content?.length))) return null;
  const token = randomBytes(16).toString("hex");
  await Promise.all(
    files.map(({ name, content }) => place.write(`${replacedFolder}/${token}/${name}`, content)),
  );
  return token;
}

/** @returns the content of a kept file; null if it does not exist any more */
export async function readReplaced(
  place: Files,
  { token, name }: { token: string; name: string },
): Promise<Uint8Array | null> {
  return place.bytes(`${replacedFolder}/${token}/${name}`);
}

/**
 * Removes kept files that no undo needs any more.
 * @param before files kept later stay
 * @returns number of removed folders: each has the files of one change
 */
export async function removeReplaced(place: Files, before: Date): Promise<number> {
  const latest = new Map<string, Date>();
  for await (const { path, changedAt } of place.list(replacedFolder)) {
    const folder = path.slice(0, path.lastIndexOf("/"));
    const known = latest.get(folder);
    if (!known || known < changedAt) latest.set(folder, changedAt);
  }
  const over = [...latest].filter(([, changedAt]) => changedAt < before);
  for (const [folder] of over) await place.removeFolder(folder);
  return over.length;
}
