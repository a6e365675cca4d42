import type { OutputOf } from "../../../contract/index.ts";
import type { ServerApi } from "../../lib/api.server.ts";

type ExportPage = OutputOf<"profile/export">;

/** One JSON object with a list for each part, written page by page: never more than one page is in memory. */
export function exportAsJson({ api, unwrap }: ServerApi, first: ExportPage): ReadableStream<Uint8Array> {
  const pieces = write(first, async (cursor) => unwrap(await api.get("profile/export", { cursor })));
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pieces.return();
    },
  });
}

async function* write(
  first: ExportPage,
  read: (cursor: string) => Promise<ExportPage>,
): AsyncGenerator<string, void> {
  yield "{\n";
  let page: ExportPage | null = first;
  let part: string | null = null;
  let wrote = 0;
  while (page) {
    let text = "";
    if (page.part !== part) {
      text += part === null ? "" : "\n  ],\n";
      text += `  ${JSON.stringify(page.part)}: [`;
      part = page.part;
      wrote = 0;
    }
    for (const item of page.items) text += `${wrote++ > 0 ? "," : ""}\n    ${JSON.stringify(item)}`;
    yield text;
    page = page.next === null ? null : await read(page.next);
  }
  yield "\n  ]\n}\n";
}
