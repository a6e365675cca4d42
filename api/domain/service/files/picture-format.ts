/** Pixels along one side: no screen and no camera has more, and browsers can display it. */
const longestSide = 16_384;
/** Decoding takes four bytes per pixel: 134 MB. Cameras with more than 32 megapixels make files of ten megabytes. */
export const mostPixels = 32 * 1024 * 1024;

type Size = { width: number; height: number };

/**
 * A file's format by its content, whatever its name says: a signature, a plausible size, and the format's end. Only
 * headers are read: nothing is decoded here, so a hostile picture can't run anything. image-size 2.1.0 takes files that
 * are cut short, and refuses JPEGs with padding before a marker, which are valid.
 * @returns null for anything that is no whole PNG, JPEG or WebP
 */
export function pictureFormat(bytes: Buffer): "png" | "jpeg" | "webp" | null {
  for (const [format, sizeOf] of formats) {
    const size = sizeOf(bytes);
    if (!size) continue;
    const { width, height } = size;
    const sane = width > 0 && height > 0 && Math.max(width, height) <= longestSide;
    return sane && width * height <= mostPixels ? format : null;
  }
  return null;
}

const formats = [
  ["png", pngSize],
  ["jpeg", jpegSize],
  ["webp", webpSize],
] as const;

/** Signature and IHDR first, IEND somewhere behind (W3C PNG, sections 5.2 and 11.2.1). */
function pngSize(bytes: Buffer): Size | null {
  if (bytes.length < 45 || bytes.toString("latin1", 0, 8) !== "\u0089PNG\r\n\u001a\n") return null;
  if (bytes.toString("latin1", 12, 16) !== "IHDR" || !bytes.includes("IEND")) return null;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Segments up to the frame header, which has the size; EOI at the end (ITU T.81, annex B). */
function jpegSize(bytes: Buffer): Size | null {
  if (bytes.length < 20 || bytes.readUInt16BE(0) !== 0xff_d8) return null;
  if (bytes.lastIndexOf(Buffer.from([0xff, 0xd9])) < 0) return null;
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!;
    // Padding before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

/** RIFF of the length it says, then one of the three kinds of WebP (RFC 9649, section 2). */
function webpSize(bytes: Buffer): Size | null {
  if (bytes.length < 30 || bytes.toString("latin1", 0, 4) !== "RIFF") return null;
  if (bytes.toString("latin1", 8, 12) !== "WEBP" || bytes.readUInt32LE(4) + 8 > bytes.length) return null;
  switch (bytes.toString("latin1", 12, 16)) {
    case "VP8 ":
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case "VP8L": {
      const packed = bytes.readUInt32LE(21);
      return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
    }
    case "VP8X":
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
}
