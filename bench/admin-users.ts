import type { AdminList } from "./admin-lists.ts";
import { peopleNames, userOf } from "./users.ts";
import { pick } from "./search-titles.ts";

/** The table of users, with the usual searches of an admin. */
export const peopleList: AdminList = {
  call: "z/user/list",
  things: "accounts",
  sorts: ["created", "seen", "name"],
  kinds: {
    everybody: () => ({}),
    guests: () => ({ role: "guest" }),
    members: () => ({ role: "member" }),
    admins: () => ({ role: "admin" }),
    owners: () => ({ role: "owner" }),
    "VIPs now": () => ({ vip: "active" }),
    "VIPs once": () => ({ vip: "lapsed" }),
    "never VIPs": () => ({ vip: "never", role: "member" }),
    "guests who are VIPs": () => ({ vip: "active", role: "guest" }),
    suspended: () => ({ status: "banned" }),
    "suspended VIPs": () => ({ status: "banned", vip: "active" }),
    "not suspended": () => ({ status: "active", role: "member" }),
    "an address": ({ at }) => ({ q: addressOf(at()) }),
    "a part of an address": ({ n }) => ({ q: `.${n * 37}@mail` }),
    "a last name": ({ random }) => ({ q: pick(peopleNames().last, random) }),
    "a first name": ({ random }) => ({ q: pick(peopleNames().first, random) }),
    "a full name": ({ at }) => ({ q: userOf(at()).name ?? "no such user" }),
    "a common part": () => ({ q: "example" }),
    "a common part, of VIPs": () => ({ q: "mail3", vip: "active" }),
    "three letters": ({ random }) => ({ q: pick(peopleNames().last, random).slice(0, 3) }),
    "two letters": ({ random }) => ({ q: pick(peopleNames().last, random).slice(0, 2) }),
    "a letter": ({ random }) => ({ q: "abcdefghij"[Math.floor(random() * 10)]! }),
    "an id": ({ at }) => ({ q: userOf(at()).uid }),
    "the beginning of an id": ({ at }) => ({ q: userOf(at()).uid.slice(0, 5) }),
    nonsense: ({ random }) => ({ q: `${Math.floor(random() * 1e12).toString(36)}qx` }),
  },
  // A search for an id must give that user first.
  right: (kind, query, items) => kind !== "an id" || items[0]?.uid === query.q,
};

/** The address of a user; for a guest, who has none, the id. */
function addressOf(n: number): string {
  const { email, uid } = userOf(n);
  return email ?? uid;
}
