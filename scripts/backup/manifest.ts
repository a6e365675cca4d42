import { createReadStream } from "node:fs";
import { open, rename, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { CannotStart } from "../../server/cannot-start.ts";

/** The first line of a manifest. */
export type Head = {
  /** Of the backup's own form. */
  format: number;
  /** Of Matinee. */
  version: string;
  madeAt: string;
  database: "pglite" | "postgresql";
  /** Major version of the database's engine. */
  engine: number;
  /** The newest migration, in milliseconds since 1970; null = a database without a schema. */
  schema: number | null;
  /** false: videos and uploads are in a bucket, and not in the backup. */
  videos: boolean;
};

/** A file of the backup; its path is relative, with slashes. */
export type Entry = { path: string; bytes: number; sha256: string };
type End = { files: number; bytes: number };

export const format = 1;
const fileName = "manifest.jsonl";

export type ManifestWriter = {
  add: (entry: Entry) => Promise<void>;
  /** Writes the last line, and gives the manifest its name: the backup is complete. */
  finish: () => Promise<End>;
};

/**
 * Begins a manifest under another name: a backup without `manifest.jsonl` was interrupted. One JSON line for each file,
 * so that a million of them take no memory.
 */
export async function beginManifest(folder: string, head: Head): Promise<ManifestWriter> {
  const aside = join(folder, `${fileName}.part`);
  const file = await open(aside, "wx", 0o600);
  const end: End = { files: 0, bytes: 0 };
  const line = (value: object) => file.write(`${JSON.stringify(value)}\n`);
  await line(head);
  return {
    async add(entry) {
      end.files += 1;
      end.bytes += entry.bytes;
      await line(entry);
    },
    async finish() {
      await line(end);
      await close(file);
      await rename(aside, join(folder, fileName));
      return end;
    },
  };
}

async function close(file: FileHandle): Promise<void> {
  await file.sync();
  await file.close();
}

export type Manifest = { head: Head; end: End; entries: () => AsyncGenerator<Entry> };

/** @throws CannotStart when the folder holds no complete backup */
export async function readManifest(folder: string): Promise<Manifest> {
  let head: Head | undefined;
  let last = {} as Partial<Entry & End>;
  let lines = 0;
  try {
    for await (const value of linesOf(folder)) {
      head ??= value as Head;
      last = value as Entry;
      lines += 1;
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR")
      throw new CannotStart(`${folder} holds no complete backup: it has no ${fileName}`);
    throw error instanceof SyntaxError ? damaged(folder) : error;
  }
  const { files, bytes } = last;
  if (typeof head?.format !== "number") throw damaged(folder);
  if (head.format > format) throw newer(head);
  if (files === undefined || bytes === undefined || files !== lines - 2) throw damaged(folder);
  async function* entries(): AsyncGenerator<Entry> {
    for await (const value of linesOf(folder)) if ("sha256" in value) yield value as Entry;
  }
  return { head, end: { files, bytes }, entries };
}

export function newer({ version }: Head): CannotStart {
  return new CannotStart(
    `The backup is of a newer version of Matinee (${version}): restore it with that version or a later one.`,
  );
}

function damaged(folder: string): CannotStart {
  return new CannotStart(`${folder}: ${fileName} is damaged: restore another backup`);
}

async function* linesOf(folder: string): AsyncGenerator<object> {
  const stream = createReadStream(join(folder, fileName), "utf8");
  // readline reports no error of its stream.
  await new Promise((resolve, reject) => stream.once("open", resolve).once("error", reject));
  for await (const line of createInterface({ input: stream, crlfDelay: Infinity }))
    yield JSON.parse(line) as object;
}
