import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { filled, growthOf } from "../tests/setup/cost.ts";
import { createRequestInfo } from "./request-info.ts";

const read = createRequestInfo({ publicUrl: "https://films.test", trustProxy: ["loopback", "10.0.0.0/8"] });

/** The address of a request with this X-Forwarded-For, from a proxy on this machine. */
const addressBehind = (chain: string, peer = "::ffff:127.0.0.1") =>
  read({ socket: { remoteAddress: peer } } as IncomingMessage, new Headers({ "X-Forwarded-For": chain }))
    .address;

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["203.0.113.7:5678", "203.0.113.7"],
  ["2001:db8::1", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["[2001:db8::1]:443", "2001:db8::1"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["[::ffff:203.0.113.7]:443", "203.0.113.7"],
  ["192.0.2.1, 203.0.113.7:5678, 10.1.2.3:80, [::1]:90", "203.0.113.7"],
  ["192.0.2.1, 203.0.113.7 ,, 10.1.2.3,", "203.0.113.7"],
])("%s is from %s", (chain, address) => expect(addressBehind(chain)).toBe(address));

test.each([
  ["nothing", ""],
  ["proxies alone", "10.1.2.3, 127.0.0.1"],
  ["what is no address, before one that anybody could have written", "192.0.2.1, unknown"],
  ["a port that is none", "192.0.2.1, 203.0.113.7:99999999"],
  ["a zone, which is this machine's own", "192.0.2.1, fe80::1%eth0"],
  ["brackets around an IPv4", "192.0.2.1, [203.0.113.7]:443"],
])("%s leaves the proxy's address", (_what, chain) => expect(addressBehind(chain)).toBe("127.0.0.1"));

test("who is no proxy is not asked", () =>
  expect(addressBehind("203.0.113.7", "198.51.100.9")).toBe("198.51.100.9"));

test("of a long chain as much is read as there can be proxies", () => {
  expect(addressBehind(`203.0.113.7${", 10.1.2.3".repeat(5)}`)).toBe("203.0.113.7");
  expect(addressBehind(`203.0.113.7${", 10.1.2.3".repeat(500)}`)).toBe("127.0.0.1");
});

test.each([",", " ", "10.1.2.3,", "10.1.2.3:", "[", ":", "::1,", "[::1]:1,", "1"])(
  "a chain of %j takes no longer than it is long",
  async (piece) =>
    expect(await growthOf((length) => addressBehind(`a${filled(piece, length)}`))).toMatchObject({
      isCheap: true,
    }),
);
