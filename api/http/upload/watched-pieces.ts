import { readFile } from "node:fs/promises";
import type { Upload } from "@tus/server";
import { Failure } from "../../domain/kernel/failure.ts";
import { headBytes, isOfFormat } from "../../domain/service/files/file-format.ts";
import { extensionOf } from "../../domain/service/files/keep-file.ts";
import { watchedBody } from "./watched-body.ts";

export type WatchedPieces = {
  /** The same request, with a body that breaks off where its sender falls silent, or its file is not what it says. */
  watch: (request: Request) => Request;
  /** From now on a request's body breaks off where the file does not begin as its name says. */
  expectFormat: (request: Request, upload: Upload) => Promise<void>;
  /** Why a body broke off: tus itself only says that it did. */
  problemOf: (request: Request) => Failure | undefined;
};

/**
 * Looks at a file that comes in pieces as they come: its first bytes may be in several.
 * @param folder where halves of files are, by the names of their uploads
 * @param idle milliseconds a sender may be silent
 */
export function createWatchedPieces(folder: string, idle?: number): WatchedPieces {
  const problems = new WeakMap<Request, Failure>();
  const looks = new WeakMap<Request, (piece: Uint8Array) => void>();
  return {
    watch(sent) {
      if (sent.method !== "PATCH" || !sent.body) return sent;
      const look = (piece: Uint8Array) => looks.get(request)?.(piece);
      const body = watchedBody(sent.body, { look, ...(idle !== undefined && { idle }) });
      const request: Request = new Request(sent, { body, duplex: "half" } as RequestInit);
      return request;
    },
    async expectFormat(request, { id, metadata, offset }) {
      if (offset >= headBytes) return;
      let head: Buffer | null = offset > 0 ? await readFile(`${folder}/${id}`) : Buffer.alloc(0);
      looks.set(request, (piece) => {
        if (head === null) return;
        head = Buffer.concat([head, piece.subarray(0, headBytes - head.length)]);
        if (head.length < headBytes) return;
        const isRight = isOfFormat(head, extensionOf(metadata?.key ?? ""));
        head = null;
        if (isRight) return;
        const problem = new Failure("upload_refused", [{ field: "file", reason: "format" }]);
        problems.set(request, problem);
        throw problem;
      });
    },
    problemOf: (request) => problems.get(request),
  };
}
