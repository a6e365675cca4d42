import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withoutSound } from "./without-sound.ts";

const word = (value: number) => [
  (value >>> 24) & 255,
  (value >>> 16) & 255,
  (value >>> 8) & 255,
  value & 255,
];
const letters = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const box = (type: string, ...content: number[][]) => {
  const body = content.flat();
  return [...word(8 + body.length), ...letters(type), ...body];
};
const tkhd = (id: number, version = 0) =>
  box("tkhd", [version, 0, 0, 7], ...Array.from({ length: version ? 4 : 2 }, () => word(0)), word(id));
const trak = (id: number, kind: string, version = 0) =>
  box("trak", tkhd(id, version), box("mdia", box("hdlr", word(0), word(0), letters(kind))));
const trex = (id: number) => box("trex", word(0), word(id), word(1));
const traf = (id: number) => box("traf", box("tfhd", word(0), word(id)), box("trun", word(0)));
const sidx = (id: number) => box("sidx", word(0), word(id));
const init = (version = 0) =>
  box("moov", trak(1, "vide", version), trak(2, "soun", version), box("mvex", trex(1), trex(2)));
const segment = [
  ...box("styp", letters("msdh")),
  ...sidx(1),
  ...sidx(2),
  ...box("moof", traf(1), traf(2)),
  ...box("mdat", word(7)),
];

const typesIn = (bytes: Uint8Array) =>
  [...String.fromCharCode(...bytes).matchAll(/free|trak|trex|traf|sidx|mdat|styp/g)].map(([type]) => type);

describe("withoutSound", () => {
  it.each([0, 1])("hides the sound's track in an init segment (version %i)", (version) => {
    const bytes = new Uint8Array(init(version));
    expect([...withoutSound(bytes)]).toEqual([2]);
    expect(typesIn(bytes)).toEqual(["trak", "free", "trex", "free"]);
  });

  it("hides its fragments in a media segment, whose tracks only the init segment names", () => {
    const bytes = new Uint8Array(segment);
    expect([...withoutSound(bytes, new Set([2]))]).toEqual([2]);
    expect(typesIn(bytes)).toEqual(["styp", "sidx", "free", "traf", "free", "mdat"]);
    expect(bytes).toHaveLength(segment.length);
  });

  it("leaves a segment of a film without sound as it is", () => {
    const bytes = new Uint8Array(box("moov", trak(1, "vide"), box("mvex", trex(1))));
    const before = bytes.slice();
    expect(withoutSound(bytes).size).toBe(0);
    expect(bytes).toEqual(before);
  });

  it("works within a larger buffer", () => {
    const whole = new Uint8Array([9, 9, 9, ...init()]);
    expect([...withoutSound(whole.subarray(3))]).toEqual([2]);
  });

  it("never throws and never changes a length, whatever the bytes", () => {
    const cut = fc.nat(segment.length + 400);
    fc.assert(
      fc.property(cut, fc.uint8Array({ maxLength: 60 }), (at, noise) => {
        const bytes = new Uint8Array([...init(), ...segment].slice(0, at).concat([...noise]));
        const { length } = bytes;
        withoutSound(bytes, new Set([2]));
        expect(bytes).toHaveLength(length);
      }),
    );
  });
});
