/** A part of a sprite sheet: the picture from `fromS` to `toS` seconds. Sizes in its own pixels. */
export type Thumbnail = {
  fromS: number;
  toS: number;
  url: string;
  x: number;
  y: number;
  width: number;
  height: number;
};

const cue = /^(\S+)[ \t]+-->[ \t]+(\S+)(?:[ \t][^\n]*)?\n([^\n]+)/;

/**
 * Reads a WebVTT whose cues name parts of sprite sheets (`sprite.webp#xywh=0,0,160,90`). Other cues are left out.
 * @param base address of the file, which its own addresses are relative to
 */
export function parseThumbnails(text: string, base: string): Thumbnail[] {
  const thumbnails: Thumbnail[] = [];
  for (const block of text.replace(/\r\n?/g, "\n").split(/\n{2,}/)) {
    // A cue may have a name on a line of its own before its times.
    const [, from, to, target] = cue.exec(block) ?? cue.exec(block.slice(block.indexOf("\n") + 1)) ?? [];
    if (!from || !to || !target) continue;
    const [file, area] = target.trim().split("#xywh=");
    const [x, y, width, height] = (area ?? "").split(",").map(Number);
    const numbers = [secondsOf(from), secondsOf(to), x, y, width, height] as number[];
    if (numbers.some((value) => !Number.isFinite(value)) || !width || !height) continue;
    thumbnails.push({
      fromS: numbers[0]!,
      toS: numbers[1]!,
      url: new URL(file!, base).href,
      x: x!,
      y: y!,
      width,
      height,
    });
  }
  return thumbnails;
}

/** @param written `[hh:]mm:ss.mmm` */
function secondsOf(written: string): number {
  return written.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
}

/** @returns the picture at a moment; after the last one, the last one */
export function thumbnailAt(thumbnails: Thumbnail[], atS: number): Thumbnail | undefined {
  return thumbnails.find(({ toS }) => atS < toS) ?? thumbnails.at(-1);
}
