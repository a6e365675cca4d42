import { writeFile } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import sharp, { type Sharp } from "sharp";
import type { PictureRequest } from "../../ports/pictures.ts";
import { drawLayers } from "./draw-layers.ts";

/**
 * Draws one picture after another in a separate process: a hostile picture can harm only this process, and the server's
 * threads stay free for movies. Requests arrive as messages and their files are sent back.
 */

// When memory runs out, the kernel kills this process before the server. Serving movies also has priority over this
// process.
await writeFile("/proc/self/oom_score_adj", "1000").catch(() => undefined);
setPriority(constants.priority.PRIORITY_LOW);
sharp.concurrency(1);
sharp.cache(false);

type Drawn = { files: Uint8Array[]; colour: string; width: number; height: number };
export type Answer = Drawn | { problem: "unreadable" | "too_small" };

/** The same as `mostPixels` in the domain's picture-format.ts, which has checked the header before. */
const limitInputPixels = 32 * 1024 * 1024;

async function draw(request: PictureRequest): Promise<Answer> {
  const { bytes, sizes, quality, leastWidth = 0, background, layers, format = "webp", whole } = request;
  const options = { limitInputPixels, failOn: "error", sequentialRead: true, pages: 1 } as const;
  const { autoOrient, format: kind } = await sharp(bytes, options).metadata();
  const isOurs = kind === "svg" && leastWidth === 0;
  if (!isOurs && !["png", "jpeg", "webp"].includes(kind ?? "")) return { problem: "unreadable" };
  if (autoOrient.width < leastWidth) return { problem: "too_small" };
  const [first, ...smaller] = sizes as [PictureRequest["sizes"][number], ...PictureRequest["sizes"]];
  const cut = sharp(bytes, options)
    .autoOrient()
    .resize(...first, whole ? { fit: "inside", withoutEnlargement: true } : { fit: "cover" })
    .toColourspace("srgb");
  const { data, info } = await (background ? cut.flatten({ background }) : cut)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const largest = () => sharp(data, { raw: { width, height, channels: info.channels } });
  const composed = layers && largest().composite(await drawLayers(layers));
  const encode = (picture: Sharp) => picture[format](format === "png" ? {} : { quality }).toBuffer();
  const files = [await encode(composed ?? largest())];
  for (const [w, h] of smaller) files.push(await encode(largest().resize(w, h)));
  const { dominant } = await largest().resize(64, 64, { fit: "fill" }).stats();
  const hex = [dominant.r, dominant.g, dominant.b].map((part) => part.toString(16).padStart(2, "0"));
  return { files, colour: `#${hex.join("")}`, width, height };
}

process.on("message", (request: PictureRequest) => {
  draw(request).then(
    (answer) => process.send?.(answer),
    () => process.send?.({ problem: "unreadable" } satisfies Answer),
  );
});
// The parent has ended, so no answer is wanted.
process.on("disconnect", () => process.exit(0));
