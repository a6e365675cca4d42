import type { Files } from "../../../ports/files.ts";
import type { Pictures } from "../../../ports/pictures.ts";
import { drawPicture } from "../../service/files/draw-picture.ts";

/** Sizes that pages request (app/ui/artwork.tsx), in pixels, each `[width, height]`. */
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
  still: [
    [320, 180],
    [640, 360],
  ],
} as const;
type PictureRole = keyof typeof sizes;
/** Pictures of a movie; a still is an episode's. */
export type ArtworkRole = Exclude<PictureRole, "still">;
/** Least width in pixels: smaller pictures look blurred on any screen. */
const narrowest = { poster: 320, backdrop: 640, still: 640 };
const quality = 82;

/** Muted backgrounds that contrast with white and dark titles alike; none is the accent colour. */
const grounds = ["#4a4458", "#3f4a5a", "#55463f", "#3f5249", "#5a4450", "#4d4a3c"];

/** Returns the same colour for the same id. */
export function placeholderColour(id: string): string {
  const sum = [...id].reduce((all, letter) => (all * 31 + letter.codePointAt(0)!) % 9973, 7);
  return grounds[sum % grounds.length]!;
}

export type Drawn = { files: { name: string; bytes: Uint8Array }[]; colour: string };

/**
 * Draws a picture in every size of its role: rotated by its EXIF orientation, cropped to the aspect ratio from its
 * centre, without other metadata.
 * @param patient waits for its turn without limit: for background work
 * @throws Failure invalid for a file that is no whole PNG, JPEG or WebP (`format`) and for a picture that is too
 *   small (`too_small`) · pictures_busy
 */
export async function drawArtwork(
  pictures: Pictures,
  { bytes, role, patient = false }: { bytes: Buffer; role: PictureRole; patient?: boolean },
): Promise<Drawn> {
  const wanted = { sizes: largestFirst(role), quality, leastWidth: narrowest[role], background: "#17141f" };
  const { files, colour } = await drawPicture(pictures, { bytes, ...wanted }, { patient });
  return { files: named(role, files), colour };
}

function largestFirst(role: PictureRole) {
  return sizes[role].toReversed();
}

/** Names of a role's files, the largest first. */
export function artworkNames(role: PictureRole): string[] {
  return largestFirst(role).map(([width]) => `${role}-${width}.webp`);
}

function named(role: PictureRole, files: Buffer[]): Drawn["files"] {
  const names = artworkNames(role);
  return files.map((bytes, at) => ({ name: names[at]!, bytes }));
}

/** Writes drawn files to a movie's folder. A concurrent reader gets a complete file, old or new. */
export async function putArtwork(artwork: Files, id: string, files: Drawn["files"]): Promise<void> {
  await Promise.all(
    files.map(async ({ name, bytes }) => {
      await artwork.write(`${id}/${name}`, bytes);
      // Other formats of the previous picture.
      await artwork.remove(`${id}/${name.replace(/webp$/, "avif")}`);
    }),
  );
}

/** Draws the placeholder artwork: the movie's colour, lit from above. */
export async function drawPlaceholder(
  { artwork, pictures }: { artwork: Files; pictures: Pictures },
  { id, colour }: { id: string; colour: string },
): Promise<void> {
  await putArtwork(artwork, id, await placeholderFiles(pictures, colour));
}

/** The placeholder of all movies of a colour. */
export async function placeholderFiles(pictures: Pictures, colour: string): Promise<Drawn["files"]> {
  const files: Drawn["files"] = [];
  for (const role of ["poster", "backdrop"] as const) {
    const [[width, height]] = largestFirst(role) as [readonly [number, number]];
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      <linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity="0.16"/>
      <stop offset="1" stop-color="#000" stop-opacity="0.4"/></linearGradient>
      <rect width="100%" height="100%" fill="${colour}"/><rect width="100%" height="100%" fill="url(#g)"/></svg>`;
    const request = { bytes: Buffer.from(svg), sizes: largestFirst(role), quality: 60 };
    files.push(...named(role, (await pictures.draw(request, { patient: true })).files));
  }
  return files;
}
