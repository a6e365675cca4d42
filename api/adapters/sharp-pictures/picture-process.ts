import { writeFile } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import sharp from "sharp";
import type { PictureRequest } from "../../ports/pictures.ts";

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

export type Answer = { files: Uint8Array[]; colour: string } | { problem: "unreadable" | "too_small" };

/** The same as `mostPixels` in the domain's picture-format.ts, which has checked the header before. */
const limitInputPixels = 32 * 1024 * 1024;

async function draw({ bytes, sizes, quality, leastWidth = 0, background }: PictureRequest): Promise<Answer> {
  const options = { limitInputPixels, failOn: "error", sequentialRead: true, pages: 1 } as const;
  const { autoOrient, format } = await sharp(bytes, options).metadata();
  const isOurs = format === "svg" && leastWidth === 0;
  if (!isOurs && !["png", "jpeg", "webp"].includes(format ?? "")) return { problem: "unreadable" };
  if (autoOrient.width < leastWidth) return { problem: "too_small" };
  const [[width, height], ...smaller] = sizes as [
    PictureRequest["sizes"][number],
    ...PictureRequest["sizes"],
  ];
  const cut = sharp(bytes, options)
    .autoOrient()
    .resize(width, height, { fit: "cover" })
    .toColourspace("srgb");
  const { data, info } = await (background ? cut.flatten({ background }) : cut)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const largest = () => sharp(data, { raw: { width, height, channels: info.channels } });
  const files = [await largest().webp({ quality }).toBuffer()];
  for (const [w, h] of smaller) files.push(await largest().resize(w, h).webp({ quality }).toBuffer());
  const { dominant } = await largest().resize(64, 64, { fit: "fill" }).stats();
  const hex = [dominant.r, dominant.g, dominant.b].map((part) => part.toString(16).padStart(2, "0"));
  return { files, colour: `#${hex.join("")}` };
}

process.on("message", (request: PictureRequest) => {
  draw(request).then(
    (answer) => process.send?.(answer),
    () => process.send?.({ problem: "unreadable" } satisfies Answer),
  );
});
// The parent has ended, so no answer is wanted.
process.on("disconnect", () => process.exit(0));
