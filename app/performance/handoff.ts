import type { EntryContext } from "@remix-run/node";

const escapes: Record<string, string> = {
  "&": "\\u0026",
  ">": "\\u003e",
  "<": "\\u003c",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};

/**
 * The script that hands a page's data to the browser's part of Remix, and the page to render without it. Remix would
 * render the script into the document piece by piece, as the data arrives, which needs a second pass of React and a
 * stream of each document. No loader here answers with a promise, so the data are whole before anything is rendered.
 * @throws what the data could not be written for
 */
export async function takeHandoff(entry: EntryContext, nonce: string) {
  const { serverHandoffStream: stream, ...page } = entry;
  let data = "";
  if (stream) {
    const text = new TextDecoder();
    for await (const piece of stream as unknown as AsyncIterable<Uint8Array>)
      data += text.decode(piece, { stream: true });
  }
  const literal = JSON.stringify(data).replace(/[&><\u2028\u2029]/g, (sign) => escapes[sign]!);
  const controller = "window.__remixContext.streamController";
  const script = `<script nonce="${nonce}">${controller}.enqueue(${literal});${controller}.close()</script>`;
  // Written only beside Remix's own scripts, which the still pages leave out: known after rendering.
  return { page: page as EntryContext, script: () => (page.renderMeta?.didRenderScripts ? script : "") };
}
