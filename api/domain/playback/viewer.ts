/** Who a media URL was signed for, as it stands in the URL. */
export type Viewer = { uid: string | null; tracked: boolean };

/** @returns `t-<uid>` (delivery counts as progress) or `v-<uid>`; no uid for a visitor without a session */
export function subjectOf({ uid, tracked }: Viewer): string {
  return `${tracked ? "t" : "v"}-${Buffer.from(uid ?? "").toString("base64url")}`;
}

/** The other way round; a subject signed for something else is nobody, untracked. */
export function viewerOf(subject: string): Viewer {
  const uid = Buffer.from(subject.slice(2), "base64url").toString("utf8");
  return { uid: uid === "" ? null : uid, tracked: subject.startsWith("t-") };
}
