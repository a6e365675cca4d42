import { subjectOf } from "../viewer.ts";
import { signGrant } from "./grant.ts";

/** Hours for which an admin can watch the video of a preview. */
const previewHours = 2;

/** The URL at which an admin can watch an asset, whether its movie is published or not. */
export function previewUrl(
  secret: string,
  { uid, asset, now }: { uid: string; asset: string; now: Date },
): string {
  const subject = subjectOf({ uid, tracked: false, level: "vip" });
  const expiresAt = new Date(now.getTime() + previewHours * 3_600_000);
  return `/media/${signGrant({ asset, subject, expiresAt }, secret)}/${asset}/progressive.mp4`;
}
