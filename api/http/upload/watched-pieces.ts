import { readFile } from "node:fs/promises";
import type { Upload } from "@tus/server";
import { Failure } from "../../domain/kernel/failure.ts";
import { headBytes, isOfFormat } from "../../domain/service/files/file-format.ts";
import { extensionOf } from "../../domain/service/files/keep-file.ts";
import { watchedBody } from "./watched-body.ts";

export type WatchedPieces = {
  /**
   * The same request, with a body that fails when its sender stops sending, or when its file does not match its name.
   */
  watch: (request: Request) => Request;
  /** From now on a request's body fails when the file's first bytes do not match its name. */
  expectFormat: (request: Request, upload: Upload) => Promise<void>;
  /** Why a body failed: tus itself only reports that it did. */
  problemOf: (request: Request) => Failure | undefined;
};

/**
 * Checks a file that arrives in parts: its first bytes may span several.
 * @param folder holds incomplete uploads, named by their ids
 * @param idle milliseconds without data after which a sender is cut off
 */
export function createWatchedPieces(folder: string, idle?: number): WatchedPieces {
  const problems = new WeakMap<Request, Failure>();
  const looks = new WeakMap<Request, (piece: Uint8Array) => void>();
  return {
    watch(sent) {
      if (sent.method !== "PATCH" || !sent.body) return sent;
      const look = (piece: Uint8Array) => looks.get(request)?.(piece);
      const body = watchedBody(sent.body, { look, idle });
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
