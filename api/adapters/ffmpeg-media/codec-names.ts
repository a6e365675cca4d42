import { MediaError } from "./media-error.ts";

/** Bytes of a box's content, from its type's name on; null where the init segment has no such box. */
const contentOf = (init: Buffer, box: string, length: number): Buffer | null => {
  const at = init.indexOf(box, 0, "latin1");
  return at < 0 || at + 4 + length > init.length ? null : init.subarray(at + 4, at + 4 + length);
};

/** Profile, constraints and level exactly as the decoder reads them (RFC 6381, 3.3). */
const avcName = (avcC: Buffer): string => `avc1.${avcC.subarray(1, 4).toString("hex")}`;

/** ISO 14496-15, E.3: profile, compatibility in reversed bits, tier and level, and constraints without trailing zeros. */
const hevcName = (hvcC: Buffer): string => {
  const profile = hvcC[1]!;
  const space = ["", "A", "B", "C"][profile >> 6]!;
  let reversed = 0;
  for (let bit = 0; bit < 32; bit += 1) reversed = reversed * 2 + ((hvcC.readUInt32BE(2) >>> bit) & 1);
  const constraints = [...hvcC.subarray(6, 12)];
  while (constraints.at(-1) === 0) constraints.pop();
  return [
    "hvc1",
    `${space}${profile & 31}`,
    reversed.toString(16).toUpperCase(),
    `${profile & 32 ? "H" : "L"}${hvcC[12]!}`,
    ...constraints.map((byte) => byte.toString(16).toUpperCase()),
  ].join(".");
};

/** AV1 in ISO media files, section 5: profile, level with its tier, and bits of each sample. */
const av1Name = (av1C: Buffer): string => {
  const [, level, kind] = av1C as unknown as [number, number, number];
  const depth = kind & 64 ? (kind & 32 ? 12 : 10) : 8;
  const number = String(level & 31).padStart(2, "0");
  return `av01.${level >> 5}.${number}${kind & 128 ? "H" : "M"}.${String(depth).padStart(2, "0")}`;
};

/**
 * The RFC 6381 name of the picture in an init segment, from the box of its decoder: the names a probe prints lose the
 * constraints. Throws MediaError `encode_failed` where there is none.
 */
export const videoCodecName = (init: Buffer): string => {
  const avcC = contentOf(init, "avcC", 4);
  if (avcC) return avcName(avcC);
  const hvcC = contentOf(init, "hvcC", 13);
  if (hvcC) return hevcName(hvcC);
  const av1C = contentOf(init, "av1C", 3);
  if (av1C) return av1Name(av1C);
  throw new MediaError("encode_failed", "The first segment holds no picture.");
};
