import { randomBytes } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { invalidField } from "../../failure.ts";
import { pictureFormat } from "../../upload/picture-format.ts";

/** In pixels: what pages ask for (app/ui/artwork.tsx), each `[width, height]`. */
const sizes = {
  poster: [
    [160, 240],
    [320, 480],
    [480, 720],
  ],
  backdrop: [
    [640, 360],
    [1280, 720],
  ],
} as const;
export type ArtworkRole = keyof typeof sizes;
/** Smaller ones would be blurred on any screen. */
const narrowest = { poster: 320, backdrop: 640 };
/** Pixels of a picture that are decoded at most. */
const mostPixels = 64_000_000;
const quality = 82;

/** Muted grounds that white and dark titles alike stand out from; none is the accent's. */
const grounds = ["#4a4458", "#3f4a5a", "#55463f", "#3f5249", "#5a4450", "#4d4a3c"];

/** The same one for the same id. */
export function placeholderColour(id: string): string {
  const sum = [...id].reduce((all, letter) => (all * 31 + letter.codePointAt(0)!) % 9973, 7);
  return grounds[sum % grounds.length]!;
}

export type Drawn = { files: { name: string; bytes: Buffer }[]; colour: string };

/**
 * A picture in every size of its role: turned as its camera says, cut to the proportion from its middle, without
 * anything else that stood in the file.
 * @throws Failure invalid for what is no whole PNG, JPEG or WebP (`format`) and for what is too small (`too_small`)
 */
export async function drawArtwork(bytes: Buffer, role: ArtworkRole): Promise<Drawn> {
  if (pictureFormat(bytes) === null) throw invalidField("key", "format");
  const { default: sharp } = await import("sharp");
  const options = { limitInputPixels: mostPixels, failOn: "error", sequentialRead: true } as const;
  const [width, height] = sizes[role].at(-1)!;
  const upright = await sharp(bytes, options)
    .rotate()
    .toBuffer({ resolveWithObject: true })
    .catch(() => null);
  // A file that only begins like a picture.
  if (!upright) throw invalidField("key", "format");
  if (upright.info.width < narrowest[role]) throw invalidField("key", "too_small");
  const largest = await sharp(upright.data, options)
    .resize(width, height, { fit: "cover" })
    .flatten({ background: "#17141f" })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const files = [];
  for (const [w, h] of sizes[role]) {
    const webp = await sharp(largest).resize(w, h).webp({ quality }).toBuffer();
    files.push({ name: `${role}-${w}.webp`, bytes: webp });
  }
  const { dominant } = await sharp(largest).resize(64, 64, { fit: "fill" }).stats();
  const hex = [dominant.r, dominant.g, dominant.b].map((part) => part.toString(16).padStart(2, "0"));
  return { files, colour: `#${hex.join("")}` };
}

/** Puts drawn files in a title's folder; whoever reads one meanwhile gets the old or the new, whole. */
export async function putArtwork(artworkDir: string, id: string, files: Drawn["files"]): Promise<void> {
  const folder = join(artworkDir, id);
  await mkdir(folder, { recursive: true });
  for (const { name, bytes } of files) {
    const aside = join(folder, `.${name}.${randomBytes(6).toString("hex")}`);
    await writeFile(aside, bytes, { mode: 0o640 });
    await rename(aside, join(folder, name));
    // Other formats of the picture before.
    await rm(join(folder, name.replace(/webp$/, "avif")), { force: true });
  }
}

/** What stands in until there are pictures: the title's colour, lit from above. */
export async function drawPlaceholder(
  artworkDir: string,
  { id, colour }: { id: string; colour: string },
): Promise<void> {
  const { default: sharp } = await import("sharp");
  const files: Drawn["files"] = [];
  for (const role of ["poster", "backdrop"] as const) {
    for (const [width, height] of sizes[role]) {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
        <linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity="0.16"/>
        <stop offset="1" stop-color="#000" stop-opacity="0.4"/></linearGradient>
        <rect width="100%" height="100%" fill="${colour}"/><rect width="100%" height="100%" fill="url(#g)"/></svg>`;
      const bytes = await sharp(Buffer.from(svg)).webp({ quality: 60 }).toBuffer();
      files.push({ name: `${role}-${width}.webp`, bytes });
    }
  }
  await putArtwork(artworkDir, id, files);
}
