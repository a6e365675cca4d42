import { expect, test } from "vitest";
import { isPublicAddress, isPublicHost } from "./public-address.ts";

test.each(["1.1.1.1", "9.255.255.255", "172.15.0.1", "172.32.0.1", "2606:4700::1111", "2a00:1450::1"])(
  "%s is of the internet",
  (address) => expect(isPublicAddress(address)).toBe(true),
);

test.each([
  ...["127.0.0.1", "127.9.9.9", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1"],
  ...["169.254.169.254", "100.64.0.1", "224.0.0.251", "239.192.152.143", "255.255.255.255", "198.18.0.1"],
  ...[
    "::1",
    "::",
    "::ffff:127.0.0.1",
    "::ffff:8.8.8.8",
    "64:ff9b::7f00:1",
    "fe80::1%eth0",
    "fc00::1",
    "ff02::1",
  ],
  ...["fd00:ec2::254", "2001:db8::1", "2002:7f00:1::", "2001::1", "localhost", "", "1.2.3", "0x7f.1"],
])("%s is not", (address) => expect(isPublicAddress(address)).toBe(false));

test("names that are of no internet are told by their look", () => {
  expect(["tracker.example.org", "router.bittorrent.com", "1.1.1.1"].map(isPublicHost)).toEqual([
    true,
    true,
    true,
  ]);
  const others = [
    "localhost",
    "db",
    "api.localhost",
    "printer.local",
    "metadata.google.internal",
    "0x7f.1",
    "2130706433",
  ];
  expect(others.filter(isPublicHost)).toEqual([]);
});
