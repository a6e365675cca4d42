import { Writable } from "node:stream";
import type { ReactElement } from "react";
import { renderToPipeableStream } from "react-dom/server";

/**
 * Renders a document in one piece. React's `renderToString` is slower: it adds up a text of many thousand pieces, which
 * then has to be joined and encoded (decision 068).
 * @returns the document's bytes, in pieces
 * @throws what rendering threw
 */
export function renderWhole(element: ReactElement): Promise<Uint8Array[]> {
  return new Promise((resolve, reject) => {
    const pieces: Uint8Array[] = [];
    const sink = new Writable({
      highWaterMark: Number.MAX_SAFE_INTEGER,
      write(piece: Uint8Array, _encoding, done) {
        pieces.push(withoutFiller(piece));
        done();
      },
      final(done) {
        resolve(pieces);
        done();
      },
    });
    const { pipe } = renderToPipeableStream(element, {
      onAllReady: () => pipe(sink),
      // No part of a document is rendered apart from the rest, so every error is the document's.
      onError: reject,
    });
  });
}

/**
 * A piece without the zeros at its end: React 18 fills pieces of one size, and where the next character needs more bytes
 * than are left, it sends the piece with them. A browser reads them as characters.
 */
function withoutFiller(piece: Uint8Array): Uint8Array {
  let end = piece.length;
  while (end > 0 && piece[end - 1] === 0) end -= 1;
  return piece.subarray(0, end);
}
