import { createMD5, createSHA256 } from "hash-wasm";

/** What to hash, and how: SHA-256 in hex, MD5 in base64 (as `Content-MD5` wants it). */
export type ToHash = { id: number; blob: Blob; by: "sha256" | "md5" };
/** Progress (0 to 1), the hash, or that the file can't be read. */
export type Hashed = { id: number } & ({ share: number } | { hash: string } | { failed: true });

/** Hashes files piece by piece, off the main thread. */
addEventListener("message", ({ data }: MessageEvent<ToHash>) => {
  const { id } = data;
  const answer = (hashed: Hashed) => postMessage(hashed);
  hash(data, (share) => answer({ id, share })).then(
    (hash) => answer({ id, hash }),
    () => answer({ id, failed: true }),
  );
});

async function hash({ blob, by }: ToHash, onShare: (share: number) => void): Promise<string> {
  const hasher = await (by === "md5" ? createMD5() : createSHA256());
  const reader = blob.stream().getReader();
  let read = 0;
  let told = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    hasher.update(value);
    read += value.length;
    if (read - told < blob.size / 100) continue;
    told = read;
    onShare(read / blob.size);
  }
  return by === "md5" ? btoa(String.fromCharCode(...hasher.digest("binary"))) : hasher.digest("hex");
}
