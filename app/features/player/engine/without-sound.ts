/**
 * Handles segments whose audio is not wanted. Each rendition contains the default audio, so that playback begins with
 * the fewest requests; if another track was chosen, hls.js must not find it there: a browser keeps video and audio in
 * one buffer or in two, and can't remove one from the first.
 */
const containers = new Set(["moov", "trak", "mdia", "mvex", "moof", "traf"]);

/**
 * Removes the audio from an init or media segment (ISO 14496-12), in place: its boxes are renamed to `free`, which
 * readers skip. Nothing moves, so that every offset stays right; the samples remain as unused bytes.
 * @param sound numbers of the audio tracks, from an earlier call on the init segment
 * @returns numbers of the audio tracks: those given, and those an init segment names
 */
export function withoutSound(bytes: Uint8Array, sound: ReadonlySet<number> = new Set()): Set<number> {
  const found = new Set(sound);
  const boxes = boxesOf(bytes);
  for (const { type, path, at } of boxes)
    if (type === "hdlr" && path === "moov/trak/mdia" && textAt(bytes, at + 16) === "soun") {
      const track = boxes.findLast((box) => box.type === "trak" && box.at < at)!;
      const head = boxes.find((box) => box.type === "tkhd" && box.at > track.at)!;
      found.add(numberAt(bytes, head.at + (bytes[head.at + 8] === 1 ? 28 : 20)));
      hide(bytes, track.at);
    }
  for (const { type, at } of boxes) {
    if (type === "trex" && found.has(numberAt(bytes, at + 12))) hide(bytes, at);
    if (type === "sidx" && found.has(numberAt(bytes, at + 12))) hide(bytes, at);
    if (type === "tfhd" && found.has(numberAt(bytes, at + 12)))
      hide(bytes, boxes.findLast((box) => box.type === "traf" && box.at < at)!.at);
  }
  return found;
}

type Box = { type: string; at: number; path: string };

/** Every box, in order, with its position; a truncated or malformed one ends the list. */
function boxesOf(bytes: Uint8Array): Box[] {
  const boxes: Box[] = [];
  const read = (from: number, to: number, path: string) => {
    for (let at = from; at + 8 <= to;) {
      const size = numberAt(bytes, at);
      const type = textAt(bytes, at + 4);
      // The last box may have no size (0) or a large one (1): no relevant box does.
      if (size < 8 || at + size > to) return;
      boxes.push({ type, at, path });
      if (containers.has(type)) read(at + 8, at + size, path === "" ? type : `${path}/${type}`);
      at += size;
    }
  };
  read(0, bytes.length, "");
  return boxes;
}

function hide(bytes: Uint8Array, at: number): void {
  bytes.set([0x66, 0x72, 0x65, 0x65], at + 4);
}

function numberAt(bytes: Uint8Array, at: number): number {
  return at + 4 > bytes.length ? 0 : new DataView(bytes.buffer, bytes.byteOffset + at, 4).getUint32(0);
}

function textAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}
