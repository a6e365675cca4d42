import { describe, expect, it } from "vitest";
import { videoCodecName } from "./codec-names.ts";

const box = (type: string, bytes: string) =>
  Buffer.concat([Buffer.from("moov....", "latin1"), Buffer.from(type, "latin1"), Buffer.from(bytes, "hex")]);

describe("the name of a picture's codec", () => {
  it.each([
    ["H.264 High", "avcC", "0164001e", "avc1.64001e"],
    ["H.264 with constraints", "avcC", "014d4015", "avc1.4d4015"],
    ["HEVC Main", "hvcC", "0101600000009000000000005d", "hvc1.1.6.L93.90"],
    ["HEVC Main 10, high tier, two constraints", "hvcC", "0122200000009008000000007b", "hvc1.2.4.H123.90.8"],
    ["AV1 Main of 8 bits", "av1C", "81050c", "av01.0.05M.08"],
    ["AV1 Main of 10 bits, level 6.1, high tier", "av1C", "8111cc", "av01.0.17H.10"],
    ["AV1 Professional of 12 bits", "av1C", "814d60", "av01.2.13M.12"],
  ])("%s", (_what, type, bytes, expected) => expect(videoCodecName(box(type, bytes))).toBe(expected));

  it("is no name where there is no picture, or its box is cut", () => {
    expect(() => videoCodecName(Buffer.from("moov"))).toThrow("no picture");
    expect(() => videoCodecName(box("hvcC", "01016000"))).toThrow("no picture");
  });
});
