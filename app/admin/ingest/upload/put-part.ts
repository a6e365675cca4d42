import type { PutPart } from "./send-parts.ts";

/** Milliseconds without progress after which the bucket counts as unreachable. */
const stalledMs = 30_000;

/** Only XMLHttpRequest reports progress, which tells a slow connection from a bucket that hangs. */
export const putPart: PutPart = (url, { blob, md5, signal, onBytes }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let timer = 0;
    const stop = () => request.abort();
    const wait = () => {
      clearTimeout(timer);
      timer = window.setTimeout(stop, stalledMs);
    };
    request.upload.onprogress = ({ loaded }) => {
      wait();
      onBytes(loaded);
    };
    request.onloadend = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      if (signal.aborted) reject(signal.reason as Error);
      else resolve(request.status >= 200 && request.status < 300);
    };
    if (signal.aborted) return reject(signal.reason as Error);
    signal.addEventListener("abort", stop);
    request.open("PUT", url);
    request.setRequestHeader("Content-MD5", md5);
    request.send(blob);
    wait();
  });
