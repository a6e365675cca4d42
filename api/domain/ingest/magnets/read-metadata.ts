import parseTorrent from "parse-torrent";
import { mostMagnetFiles } from "../../../../contract/ingest/admin-magnets.ts";
import { isSample, kindOf, guessEpisode } from "./guess-names.ts";
import { MagnetTrouble, shownName, type MagnetFileRow } from "./magnet-row.ts";

export type TorrentContent = {
  name: string;
  bytes: number;
  pieceBytes: number;
  /** SHA-1 of each piece, in hex. */
  pieces: readonly string[];
  files: readonly { path: string; bytes: number; offset: number }[];
};

const largestPiece = 256 * 1024 ** 2;

/**
 * Reads a torrent's content list.
 * @param metadata an untrusted torrent file
 * @throws MagnetTrouble bad_metadata · too_many_files
 */
export async function readMetadata(
  metadata: Uint8Array,
  { infohash }: { infohash: string },
): Promise<TorrentContent> {
  const parsed = await parseTorrent(metadata).catch((error: Error) => {
    throw new MagnetTrouble("bad_metadata", error.message.slice(0, 200));
  });
  if (parsed.infoHash !== infohash) throw new MagnetTrouble("bad_metadata", "infohash");
  const { info, pieces } = parsed;
  const list = info.files ?? [{ length: info.length!, path: [] }];
  if (list.length === 0) throw new MagnetTrouble("bad_metadata", "no files");
  if (list.length > mostMagnetFiles) throw new MagnetTrouble("too_many_files", String(list.length));
  const name = textOf(info["name.utf-8"] ?? info.name);
  let offset = 0;
  const files = list.map((file) => {
    const bytes = file.length;
    if (!Number.isSafeInteger(bytes) || bytes < 0) throw new MagnetTrouble("bad_metadata", "length");
    const parts = (file["path.utf-8"] ?? file.path ?? []).map(textOf);
    const path = (info.files ? parts : [name]).map(safePart).join("/");
    if (path === "") throw new MagnetTrouble("bad_metadata", "path");
    const placed = { path: path.slice(0, 1000), bytes, offset };
    offset += bytes;
    return placed;
  });
  const pieceBytes = info["piece length"];
  if (!Number.isSafeInteger(pieceBytes) || pieceBytes < 1 || pieceBytes > largestPiece)
    throw new MagnetTrouble("bad_metadata", "piece length");
  if (!Number.isSafeInteger(offset) || pieces.length !== Math.ceil(offset / pieceBytes))
    throw new MagnetTrouble("bad_metadata", "pieces");
  return { name: shownName(safePart(name)), bytes: offset, pieceBytes, pieces, files };
}

/** Rows of a torrent's files, with what their names say. */
export function rowsOf(
  magnetId: string,
  { name, files }: TorrentContent,
): Omit<MagnetFileRow, "doneBytes">[] {
  const largest = Math.max(0, ...files.map(({ path, bytes }) => (kindOf(path) === "video" ? bytes : 0)));
  return files.map(({ path, bytes }, index) => {
    const kind = kindOf(path);
    const { season, episode } =
      kind === "other" ? { season: null, episode: null } : guessEpisode(`${name}/${path}`);
    return {
      magnetId,
      index,
      path,
      bytes,
      kind,
      season,
      guess: episode,
      sample: kind === "video" && isSample(path, { bytes, largest }),
      episode: null,
      toSeason: null,
      toNumber: null,
      encodingKey: null,
      key: null,
    };
  });
}

/**
 * Checks one part of a path. Paths are only displayed, but an honest torrent never leaves its folder, and clients treat
 * such a path differently.
 */
function safePart(part: string): string {
  if (/[/\\\0]/.test(part) || /^\.{0,2}$/.test(part.trim()))
    throw new MagnetTrouble("bad_metadata", "a file outside its folder");
  return shownName(part) || "_";
}

function textOf(value: Uint8Array | string | undefined): string {
  if (typeof value === "string") return value;
  if (!ArrayBuffer.isView(value)) throw new MagnetTrouble("bad_metadata", "name");
  return Buffer.from(value).toString("utf8");
}
