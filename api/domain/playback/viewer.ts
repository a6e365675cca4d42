/**
 * Who a media URL was signed for, as it stands in the URL. `tracked`: what is delivered counts as progress. `vip`: the
 * title is for VIPs alone.
 */
export type Viewer = { uid: string | null; tracked: boolean; vip: boolean };

/** The letter a subject begins with says the kind of the URL. */
const letters = { free: { plain: "v", tracked: "t" }, vip: { plain: "w", tracked: "u" } } as const;

/** @returns `<letter>-<uid in base64url>`; no uid for a visitor without a session */
export function subjectOf({ uid, tracked, vip }: Viewer): string {
  const letter = letters[vip ? "vip" : "free"][tracked ? "tracked" : "plain"];
  return `${letter}-${Buffer.from(uid ?? "").toString("base64url")}`;
}

/** The other way round; a subject signed for something else is nobody, untracked. */
export function viewerOf(subject: string): Viewer {
  const letter = subject.slice(0, 2);
  const uid = Buffer.from(subject.slice(2), "base64url").toString("utf8");
  return {
    uid: uid === "" ? null : uid,
    tracked: letter === "t-" || letter === "u-",
    vip: letter === "w-" || letter === "u-",
  };
}
