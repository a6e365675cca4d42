import { isIPv6 } from "node:net";

/** A network that contains the caller's address; `times` is its allowance as a multiple of one caller's. */
export type Network = { name: string; wide: string; times: number };

/**
 * The networks that limit an address, the narrowest first. One household or phone has a whole /64 of IPv6, a site a
 * /48, and a customer with a /32 could use a new /48 for each try; so each of these is limited as a whole too.
 */
export function networksOf(address: string): Network[] {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  if (!isIPv6(mapped))
    return [
      { name: mapped, wide: "one", times: 1 },
      { name: mapped.slice(0, Math.max(0, mapped.lastIndexOf("."))), wide: "/24", times: 16 },
    ];
  const groups = groupsOf(mapped);
  const first = (count: number) => groups.slice(0, count).join(":");
  return [
    { name: first(4), wide: "one", times: 1 },
    { name: first(3), wide: "/48", times: 16 },
    { name: first(2), wide: "/32", times: 256 },
  ];
}

/** The first half of an IPv6 address in full, without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = "", tail = ""] = address.split("%")[0]!.split("::");
  const before = head.split(":").filter(Boolean);
  const after = tail.split(":").filter(Boolean);
  const missing = Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array<string>(missing).fill("0"), ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16));
}
