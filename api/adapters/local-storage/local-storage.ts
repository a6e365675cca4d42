import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { copyFile, lstat, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Storage, UploadGrant } from "../../ports/storage.ts";
import { createLocalFiles } from "./local-files.ts";

/** Minutes a form stays valid before its file is sent. */
const formMinutes = 60;
/** Minutes a link to a stored file stays valid: about as long as a page stays open. */
const linkMinutes = 15;
/** Format of the name that uploads give a stored file. */
const keyFormat = /^[0-9a-f]{64}\.[a-z0-9]{2,4}$/;

export type LocalStorage = Storage & {
  /**
   * Reads the fields of a form. @returns null when this storage did not make them, they were changed, or they are too
   * old
   */
  verify: (fields: Record<string, string>, now: Date) => UploadGrant | null;
  /** Whether the grant in a link opens a file now. */
  opens: (link: { grant: string; key: string; now: Date }) => boolean;
};

/**
 * Presigned form for a local folder, in the same shape as S3's: a base64 policy and a signature over it.
 * @param folder where uploads are kept
 * @param url where the browser posts the file
 * @param fileUrl prefix of links to stored files
 */
export function createLocalStorage({
  secret,
  folder,
  url,
  fileUrl,
}: {
  secret: string;
  folder: string;
  url: string;
  fileUrl: string;
}): LocalStorage {
  const sign = (text: string) => createHmac("sha256", secret).update(text).digest();
  const signForm = (policy: string) => sign(`upload-1.${policy}`);
  const signLink = (expiry: string, key: string) => sign(`file-1.${expiry}.${key}`).subarray(0, 24);
  return {
    // The file is checked as it arrives, so the form needs no name.
    async presign({ now, key: _key, ...claim }) {
      const grant = {
        ...claim,
        expiresAt: new Date(now.getTime() + formMinutes * 60_000).toISOString(),
      };
      const policy = Buffer.from(JSON.stringify(grant)).toString("base64url");
      return { form: { policy, signature: signForm(policy).toString("base64url") }, url };
    },

    verify({ policy = "", signature = "" }, now) {
      if (!isSame(signature, signForm(policy))) return null;
      // The signature proves that we made it, so its shape needs no check.
      const grant = JSON.parse(Buffer.from(policy, "base64url").toString("utf8")) as UploadGrant & {
        expiresAt: string;
      };
      const expiresAt = new Date(grant.expiresAt);
      return expiresAt > now ? { ...grant, expiresAt } : null;
    },

    async read({ key, maxBytes }) {
      if (!keyFormat.test(key)) return null;
      const file = await open(join(folder, key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return null;
        throw error;
      });
      if (!file) return null;
      try {
        return (await file.stat()).size > maxBytes ? null : await file.readFile();
      } finally {
        await file.close();
      }
    },

    async borrow({ key }) {
      if (!keyFormat.test(key)) return null;
      const path = resolve(folder, key);
      const facts = await lstat(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return null;
        throw error;
      });
      // A symbolic link could point to another user's file.
      return facts?.isFile() ? path : null;
    },

    async link({ key, now }) {
      const expiry = Math.floor(now.getTime() / 1000 + linkMinutes * 60).toString(36);
      return `${fileUrl}/${expiry}.${signLink(expiry, key).toString("base64url")}/${key}`;
    },

    async keep({ key, from, note }) {
      await mkdir(folder, { recursive: true });
      await note();
      // Comes after the note: a sweep that is removing this file has ended by then.
      await moveFile(from, join(folder, key));
    },

    remove: async (key) => {
      if (keyFormat.test(key)) await rm(join(folder, key), { force: true });
    },
    list: () => createLocalFiles(folder).list(),
    arrivals: null,
    parted: null,

    opens({ grant, key, now }) {
      const [expiry = "", signature = "", ...more] = grant.split(".");
      if (more.length > 0 || !keyFormat.test(key) || !/^[0-9a-z]{1,9}$/.test(expiry)) return false;
      return isSame(signature, signLink(expiry, key)) && now.getTime() / 1000 < Number.parseInt(expiry, 36);
    },
  };
}

/** Moves a file from any place. From another disk it is copied, so that the file appears complete or not at all. */
async function moveFile(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
    const aside = join(dirname(to), `.part-${randomUUID()}`);
    try {
      await copyFile(from, aside);
      await rename(aside, to);
      await rm(from, { force: true });
    } finally {
      await rm(aside, { force: true });
    }
  }
}

function isSame(given: string, expected: Buffer): boolean {
  const bytes = Buffer.from(given, "base64url");
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}
