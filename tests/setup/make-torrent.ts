import { createHash } from "node:crypto";

type Bencoded = number | string | Uint8Array | Bencoded[] | { [key: string]: Bencoded };

/** BEP 3. */
export function bencode(value: Bencoded): Buffer {
  if (typeof value === "number") return Buffer.from(`i${value}e`);
  if (typeof value === "string") return bencode(Buffer.from(value));
  if (value instanceof Uint8Array) return Buffer.concat([Buffer.from(`${value.length}:`), value]);
  if (Array.isArray(value)) return Buffer.concat([Buffer.from("l"), ...value.map(bencode), Buffer.from("e")]);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  const parts = entries.flatMap(([key, one]) => [bencode(key), bencode(one)]);
  return Buffer.concat([Buffer.from("d"), ...parts, Buffer.from("e")]);
}

export type MadeTorrent = { infohash: string; torrent: Buffer; content: Buffer };

/**
 * A torrent of files as they are given, whatever they are called; one file without a folder where there is one without a path.
 * @param files by their paths, as lists of parts
 */
export function makeTorrent(
  name: string,
  files: readonly { path: string[]; bytes: Uint8Array }[],
  { pieceBytes = 65_536, lie = {} }: { pieceBytes?: number; lie?: Record<string, Bencoded> } = {},
): MadeTorrent {
  const content = Buffer.concat(files.map(({ bytes }) => bytes));
  const pieces: Buffer[] = [];
  for (let at = 0; at < content.length; at += pieceBytes)
    pieces.push(
      createHash("sha1")
        .update(content.subarray(at, at + pieceBytes))
        .digest(),
    );
  const [first] = files;
  const listed: Record<string, Bencoded> =
    files.length === 1 && first!.path.length === 0
      ? { length: content.length }
      : { files: files.map(({ path, bytes }) => ({ length: bytes.length, path })) };
  const info = { name, "piece length": pieceBytes, pieces: Buffer.concat(pieces), ...listed, ...lie };
  const infohash = createHash("sha1").update(bencode(info)).digest("hex");
  return { infohash, torrent: bencode({ info }), content };
}
