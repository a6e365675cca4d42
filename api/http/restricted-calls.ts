import type { Access, CallName } from "../../contract/index.ts";
import type { OpenProfile } from "../domain/accounts/profiles/open-profile.ts";
import { Failure } from "../domain/kernel/failure.ts";

/** To leave a profile, and to see whether there is one to leave. */
const toChoose: readonly CallName[] = ["profiles/list", "profiles/open"];

/**
 * What may be done in a kids profile besides public calls: watch, and keep a list and a history of its own. All else is
 * the account's, such as money, security, messages, and what a new call may be for: it is refused until it is named here.
 */
const forKids: ReadonlySet<CallName> = new Set([
  ...toChoose,
  "stat",
  "playback/start",
  "playback/cast",
  "stream/renew",
  "stream/end",
  "stream/list",
  "stream/stop",
  "progress/save",
  "progress/list",
  "progress/of",
  "progress/remove",
  "progress/restore",
  "recommendation/list",
  "favourite/add",
  "favourite/remove",
  "favourite/restore",
  "favourite/list",
  "favourite/has",
  "follow/add",
  "follow/remove",
  "follow/list",
  "follow/has",
  "vote/save",
  "vote/of",
  "push/offer",
  "download/offer",
  "download/licence",
  "download/renew",
  "download/release",
]);

/**
 * Checks that the open profile may make a call. Public calls are for everyone; what they tell is limited by age.
 * @throws Failure profile_needed
 */
export function requireProfile(
  { name, access }: { name: CallName; access: Access },
  profile: OpenProfile | null,
): void {
  if (!profile?.restricted || access === "public") return;
  const mayDo = profile.locked ? toChoose.includes(name) : forKids.has(name);
  if (!mayDo) throw new Failure("profile_needed");
}

/** Public calls about titles: a token that comes with one says within which limit. */
const aboutTitles: ReadonlySet<CallName> = new Set([
  "home/rows",
  "movie/list",
  "movie/search",
  "movie/suggest",
  "movie/trending",
  "search/filters",
  "movie/detail",
  "movie/short",
  "person/detail",
  "collection/list",
  "collection/detail",
  "feed/movies",
  "feed/episodes",
]);

/** Whether the answer of a call follows from the age limit of its caller. */
export function isLimited(name: CallName): boolean {
  return aboutTitles.has(name);
}
