import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import type { UserInfo } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { users } from "../../../db/schema.ts";
import type { Files } from "../../../ports/files.ts";
import type { Pictures } from "../../../ports/pictures.ts";
import type { Storage } from "../../../ports/storage.ts";
import { Failure, invalidField } from "../../kernel/failure.ts";
import { drawPicture } from "../../service/files/draw-picture.ts";
import { findUpload } from "../../service/files/find-upload.ts";
import { removeUpload } from "../../service/files/remove-upload.ts";
import { infoOf } from "./session.ts";
import type { User } from "../../kernel/user.ts";

/** Pixels along a side: twice the largest display size. */
const side = 256;
/** Below /artwork. No movie can have this id. */
const folder = "_avatars";
const ours = /^\/artwork\/_avatars\/([\w-]{22}\.webp)\?v=1$/;

export type AvatarDeps = { db: Db; storage: Storage; artwork: Files; pictures: Pictures };

/**
 * Makes a freshly uploaded picture the account's avatar: rotated by its EXIF orientation, cut to a square, without
 * other metadata. Removes the upload and the previous avatar. Null removes the avatar.
 * @throws Failure forbidden for a guest · pictures_busy · invalid for a file that is no picture or can't be read
 */
export async function setAvatar(
  deps: AvatarDeps & { pictureMaxBytes: number },
  { user, key, now }: { user: User; key: string | null; now: Date },
): Promise<UserInfo> {
  if (user.anonymous) throw new Failure("forbidden");
  const avatar = key === null ? null : await drawAvatar(deps, { uid: user.uid, key, now });
  const [saved] = await deps.db
    .update(users)
    .set({ avatar, profileEdited: true })
    .where(eq(users.uid, user.uid))
    .returning();
  if (!saved) throw new Failure("unauthorised");
  await removeAvatar(deps, user.avatar);
  return infoOf(saved, now);
}

/** Removes an avatar's file if it is stored here and not at the identity provider. */
export async function removeAvatar(
  { artwork }: Pick<AvatarDeps, "artwork">,
  avatar: string | null,
): Promise<void> {
  const file = ours.exec(avatar ?? "")?.[1];
  if (file) await artwork.remove(`${folder}/${file}`);
}

async function drawAvatar(
  deps: AvatarDeps & { pictureMaxBytes: number },
  { uid, key, now }: { uid: string; key: string; now: Date },
): Promise<string> {
  const sent = await findUpload(deps, { key, uid, now });
  const bytes = sent && (await deps.storage.read({ key, maxBytes: deps.pictureMaxBytes }));
  if (!bytes) throw invalidField("key", "format");
  const wanted = { sizes: [[side, side]], quality: 82 } as const;
  const [square] = (await drawPicture(deps.pictures, { bytes, ...wanted })).files;
  // A random name that can't be guessed from the user. Each picture gets a new one, so it may be cached for good.
  const name = `${randomBytes(16).toString("base64url")}.webp`;
  await deps.artwork.write(`${folder}/${name}`, square!);
  await removeUpload(deps, { uid, key });
  return `/artwork/${folder}/${name}?v=1`;
}
