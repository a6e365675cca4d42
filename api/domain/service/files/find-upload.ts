import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { uploads } from "../../../db/schema.ts";
import type { ArrivalHall, ArrivedFile, Storage, UploadGrant } from "../../../ports/storage.ts";
import { Failure } from "../../kernel/failure.ts";
import { headBytes, isOfFormat } from "./file-format.ts";
import { checkKey, extensionOf, mostBytesOf, noteUpload } from "./keep-file.ts";

type Deps = { db: Db; storage: Pick<Storage, "arrivals"> };
type Sent = { key: string; uid: string; now: Date };

/**
 * A call returns within this time, though a large file may have to be read from its first byte to its last.
 * Milliseconds.
 */
const patienceMs = 4_000;
/** Seconds after which to ask again. */
const againS = 5;

/**
 * A file that a user has sent: knowing its name must not be enough to see it. A file that a form sent straight to a
 * bucket is checked here, at its first use; before that it belongs to no user.
 * @returns its size in bytes; null if it does not exist, or is not what its name promises
 * @throws Failure unavailable while a large one is still being read
 */
export async function findUpload({ db, storage }: Deps, sent: Sent): Promise<{ bytes: number } | null> {
  const { key, uid } = sent;
  const look = async () => {
    const mine = and(eq(uploads.key, key), eq(uploads.uid, uid));
    const [row] = await db.select({ bytes: uploads.bytes }).from(uploads).where(mine).limit(1);
    return row ?? null;
  };
  const known = await look();
  if (known || !storage.arrivals) return known;
  await inTime(lookedAt(db, storage.arrivals, sent));
  return look();
}

const running = new WeakMap<ArrivalHall, Map<string, Promise<void>>>();

/** Checks a file once, however many callers ask for it. */
function lookedAt(db: Db, arrivals: ArrivalHall, sent: Sent): Promise<void> {
  const all = running.get(arrivals) ?? new Map<string, Promise<void>>();
  running.set(arrivals, all);
  const name = `${sent.uid} ${sent.key}`;
  const begun = all.get(name) ?? takeIn(db, arrivals, sent).finally(() => all.delete(name));
  all.set(name, begun);
  return begun;
}

function inTime(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Failure("unavailable", [], againS)), patienceMs);
  });
  // A caller that no longer waits learns the result from its next call.
  work.catch(() => {});
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function takeIn(db: Db, arrivals: ArrivalHall, { key, uid, now }: Sent): Promise<void> {
  const file = await arrivals.find({ uid, key });
  if (!file) return;
  const { grant, bytes } = file;
  if (grant?.uid !== uid) return file.drop();
  if (!(await isWhatItSays(file, grant, key))) return file.drop();
  await file.accept();
  await noteUpload(db, { key, bytes, grant, now });
}

async function isWhatItSays(file: ArrivedFile, grant: UploadGrant, key: string): Promise<boolean> {
  if (file.bytes > mostBytesOf(key, grant) || !isKey(key, grant)) return false;
  const hash = createHash("sha256");
  let head: Buffer | null = Buffer.alloc(0);
  for await (const piece of await file.read()) {
    hash.update(piece);
    if (head === null) continue;
    head = Buffer.concat([head, piece.subarray(0, headBytes - head.length)]);
    if (head.length < headBytes && head.length < file.bytes) continue;
    // A wrong beginning is refused without reading the rest.
    if (!isOfFormat(head, extensionOf(key))) return false;
    head = null;
  }
  return head === null && key.startsWith(`${hash.digest("hex")}.`);
}

function isKey(key: string, grant: UploadGrant): boolean {
  try {
    return checkKey(key, grant) !== "";
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}
