import { encode } from "uqr";

/** A QR code as a drawing: its modules as one path, in a square of `size` units with the quiet zone around. */
export type QrCode = { size: number; path: string };

/** @param text at most some 200 characters, or the code gets too fine for a phone to read it off a screen */
export function drawQrCode(text: string): QrCode {
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  // A row's dark modules in runs: a tenth of the bytes of a square each.
  const runs = data.flatMap((row, y) =>
    [...row.map(Number).join("").matchAll(/1+/g)].map(
      ({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`,
    ),
  );
  return { size, path: runs.join("") };
}
