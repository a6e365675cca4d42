import { isIPv6 } from "node:net";

/** A network a caller's address is of, and how many times one caller's allowance it has as a whole. */
export type Network = { name: string; wide: string; times: number };

/**
 * The networks an address is limited by, the narrowest first. One household or phone has a whole /64 of IPv6, a site a
 * /48, and whoever rents a /32 could take another of these for each try; so each is limited as a whole as well.
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

/** The first half of an IPv6 address, whole, without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = "", tail = ""] = address.split("%")[0]!.split("::");
  const before = head.split(":").filter(Boolean);
  const after = tail.split(":").filter(Boolean);
  const missing = Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array<string>(missing).fill("0"), ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16));
}
