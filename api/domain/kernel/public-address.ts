import { BlockList, isIP } from "node:net";

/** Networks that are not public on the internet (IANA's registries of special-purpose addresses). */
// prettier-ignore
const four = [
  "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
  "192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16",
  "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
];
/** Version 6 works the other way round: public addresses are within 2000::/3, except these. */
const six = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

const apart = new BlockList();
for (const [list, kind] of [
  [four, "ipv4"],
  [six, "ipv6"],
] as const)
  for (const network of list) {
    const [address, bits] = network.split("/");
    apart.addSubnet(address!, Number(bits), kind);
  }
const given = new BlockList();
given.addSubnet("2000::", 3, "ipv6");

/**
 * Whether an address is public on the internet: not this machine, its network, a cloud's metadata or multicast.
 * @param address an IP; any other text gives false
 */
export function isPublicAddress(address: string): boolean {
  const plain = address.split("%", 1)[0]!;
  const kind = isIP(plain);
  if (kind === 4) return !apart.check(plain, "ipv4");
  // Version 4 addresses written as version 6 (::ffff:, 64:ff9b::) are outside 2000::/3.
  return kind === 6 && given.check(plain, "ipv6") && !apart.check(plain, "ipv6");
}

/** Whether a host name can be public on the internet; its address is checked when it is resolved. */
export function isPublicHost(host: string): boolean {
  if (isIP(host) !== 0) return isPublicAddress(host);
  const name = host.toLowerCase().replace(/\.$/, "");
  return (
    /\.[a-z][a-z0-9-]*$/.test(name) &&
    !/\.(?:localhost|local|internal|lan|home|arpa|test|invalid)$/.test(name)
  );
}
