import { createHash } from "node:crypto";
import type { BrandPicture } from "../../../../contract/service/brand-facts.ts";
import type { SettingValues } from "../../../../contract/service/settings.ts";
import type { Db } from "../../../db/client.ts";
import type { Files } from "../../../ports/files.ts";
import type { Pictures } from "../../../ports/pictures.ts";
import type { Storage } from "../../../ports/storage.ts";
import { invalidField } from "../../kernel/failure.ts";
import type { User } from "../../kernel/user.ts";
import { drawPicture } from "../files/draw-picture.ts";
import { findUpload } from "../files/find-upload.ts";
import { removeUpload } from "../files/remove-upload.ts";

/** Below /artwork. No movie can have this id. */
export const brandFolder = "_brand";

/** Upload limit, in bytes: a sign in print quality is smaller. */
const mostBytes = 5 * 1024 * 1024;

/** Sizes in pixels: twice the largest on any page. */
const looks = {
  wordmark: { sizes: [[640, 96]], quality: 90, leastWidth: 64, whole: true },
  icon: { sizes: [[512, 512]], quality: 90, leastWidth: 128, format: "png" },
} as const;
export type BrandRole = keyof typeof looks;

/**
 * Draws a picture that the admin has uploaded as a wordmark or an icon, and stores it under its content. It is shown
 * once a save of the settings names it.
 * @throws Failure pictures_busy · invalid for a file that is no whole PNG, JPEG or WebP, or is too small
 */
export async function drawBrandPicture(
  deps: { db: Db; storage: Storage; artwork: Files; pictures: Pictures },
  { role, key, admin, now }: { role: BrandRole; key: string; admin: User; now: Date },
): Promise<BrandPicture> {
  const sent = await findUpload(deps, { key, uid: admin.uid, now });
  const bytes = sent && (await deps.storage.read({ key, maxBytes: mostBytes }));
  if (!bytes) throw invalidField("key", "format");
  const { files, width, height } = await drawPicture(deps.pictures, { bytes, ...looks[role] });
  const name = createHash("sha256").update(files[0]!).digest("hex").slice(0, 32);
  const file = `${name}.${role === "icon" ? "png" : "webp"}`;
  await deps.artwork.write(`${brandFolder}/${file}`, files[0]!);
  await removeUpload(deps, { uid: admin.uid, key });
  return { file, width, height };
}

/**
 * Settings that were exported elsewhere name pictures that are not here.
 * @throws Failure invalid for a picture that is not stored
 */
export async function requirePictures(artwork: Files, values: Partial<SettingValues>): Promise<void> {
  for (const key of ["brandWordmark", "brandIcon"] as const) {
    const picture = values[key];
    if (picture && !(await artwork.facts(`${brandFolder}/${picture.file}`)))
      throw invalidField(`values.${key}`, "choice");
  }
}
