import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const byBrotli = promisify(brotliCompress);
const byGzip = promisify(gzip);

/** Shorter texts gain nothing. */
const least = 1024;

/**
 * Compresses an answer's text in one piece, on a thread of the pool, as the client accepts it; sets its headers.
 * @param accepted the request's Accept-Encoding
 * @returns what to send
 */
export async function compressText(
  text: string | Uint8Array<ArrayBuffer>,
  accepted: string | null,
  headers: Headers,
): Promise<string | Uint8Array<ArrayBuffer>> {
  headers.append("Vary", "Accept-Encoding");
  const encoding = text.length < least ? null : bestOf(accepted);
  if (!encoding) return text;
  headers.set("Content-Encoding", encoding);
  if (encoding === "gzip") return byGzip(text);
  const params = {
    // The first level whose documents are smaller than those of gzip by more than a few bytes (decision 068).
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  return byBrotli(text, { params });
}

/** @returns the smaller encoding that is not refused; null for none */
function bestOf(accepted: string | null): "br" | "gzip" | null {
  const offered = (accepted ?? "")
    .toLowerCase()
    .split(",", 20)
    .map((part) => part.split(";").map((piece) => piece.trim()));
  const takes = (name: string) =>
    offered.some(([coding, weight]) => coding === name && !/^q=0(?:\.0*)?$/.test(weight ?? ""));
  return takes("br") ? "br" : takes("gzip") ? "gzip" : null;
}
