import { accessLevels, type AccessLevel } from "../../../contract/catalogue/values.ts";
import type { Teaser } from "./teaser.ts";

/**
 * The viewer that a media URL was signed for, as encoded in the URL. `tracked`: delivery counts as progress. `level`:
 * the level required to watch the asset. `part`: the part of it that the URL opens; null = all. `receiver`: for another
 * screen, which sends no cookie, so that the URL itself names the session it was made for; null = for a player.
 */
export type Viewer = {
  uid: string | null;
  tracked: boolean;
  level: AccessLevel;
  part: Teaser | null;
  /** `session`: hash of its token; null for a visitor who has none. */
  receiver: { session: string | null } | null;
};

/** The first letter of a subject names the kind of the URL. */
const letters = {
  free: { plain: "v", tracked: "t" },
  "signed-in": { plain: "m", tracked: "n" },
  vip: { plain: "w", tracked: "u" },
  "vip-2": { plain: "x", tracked: "y" },
  "vip-3": { plain: "z", tracked: "a" },
} as const satisfies Record<AccessLevel, { plain: string; tracked: string }>;
const partLetter = "p";
/** Begins the subject of a receiver, before the letter of its level. No other subject has two letters. */
const receiverForm = /^c([vmwxz])-([A-Za-z0-9_-]{43})?$/;
const subjectForm = /^([a-z])(?:([0-9a-z]{1,6})_([0-9a-z]{1,8}))?-([A-Za-z0-9_-]*)$/;

/**
 * @returns `<letter>-<uid in base64url>`, for a part `p<segments>_<milliseconds>-…`; no uid for a visitor without a
 *   session
 */
export function subjectOf({
  uid,
  tracked,
  level,
  part = null,
}: Omit<Viewer, "part" | "receiver"> & { part?: Teaser | null }): string {
  const who = Buffer.from(uid ?? "").toString("base64url");
  if (part)
    return `${partLetter}${part.segments.toString(36)}_${Math.round(part.endS * 1000).toString(36)}-${who}`;
  return `${letters[level][tracked ? "tracked" : "plain"]}-${who}`;
}

/** @param session hash of its token, in hexadecimal digits; null for a visitor who has none */
export function receiverSubject({ level, session }: { level: AccessLevel; session: string | null }): string {
  return `c${letters[level].plain}-${Buffer.from(session ?? "", "hex").toString("base64url")}`;
}

/** The reverse of `subjectOf`; a subject signed for something else has no uid and is not tracked. */
export function viewerOf(subject: string): Viewer {
  const shown = receiverForm.exec(subject);
  if (shown) return ofReceiver(shown[1]!, shown[2]);
  const [, letter, segments, milliseconds, who = ""] = subjectForm.exec(subject) ?? [];
  const uid = Buffer.from(who, "base64url").toString("utf8") || null;
  if (letter === partLetter) {
    const number = (text = "") => Number.parseInt(text, 36) || 0;
    const part = { segments: number(segments), endS: number(milliseconds) / 1000 };
    return { uid, tracked: false, level: "free", part, receiver: null };
  }
  const plain = segments === undefined ? letter : undefined;
  const level = accessLevels.find((one) => Object.values<string | undefined>(letters[one]).includes(plain));
  const tracked = plain === letters[level ?? "free"].tracked;
  return { uid, tracked, level: level ?? "free", part: null, receiver: null };
}

function ofReceiver(letter: string, written: string | undefined): Viewer {
  const session = written === undefined ? null : Buffer.from(written, "base64url").toString("hex");
  const level = accessLevels.find((one) => letters[one].plain === letter) ?? "free";
  return { uid: null, tracked: false, level, part: null, receiver: { session } };
}
