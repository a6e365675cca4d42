import { createSHA256 } from "hash-wasm";

/**
 * Hashes a file piece by piece, off the main thread: receives a file, posts the progress (0 to 1), then the hash in
 * hex.
 */
addEventListener("message", ({ data: file }: MessageEvent<File>) => {
  hash(file).then(
    (hex) => postMessage({ hex }),
    () => postMessage({ failed: true }),
  );
});

async function hash(file: File): Promise<string> {
  const sha256 = await createSHA256();
  const reader = file.stream().getReader();
  let read = 0;
  let told = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return sha256.digest("hex");
    sha256.update(value);
    read += value.length;
    if (read - told < file.size / 100) continue;
    told = read;
    postMessage({ share: read / file.size });
  }
}
