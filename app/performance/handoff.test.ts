import type { EntryContext } from "@remix-run/node";
import { expect, test } from "vitest";
import { takeHandoff } from "./handoff.ts";

const hostile = "</script><!-- é 映 & \u2028";

function entryOf(pieces: Uint8Array[], didRenderScripts = true) {
  const serverHandoffStream = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  return {
    isSpaMode: false,
    renderMeta: { didRenderScripts },
    serverHandoffStream,
  } as unknown as EntryContext;
}

/** What the script gives to the browser's part of Remix. */
function runScript(script: string): unknown[] {
  const code = /^<script nonce="abc">(.*)<\/script>$/s.exec(script)![1]!;
  const given: unknown[] = [];
  const streamController = { enqueue: (text: string) => given.push(text), close: () => given.push(null) };
  new Function("window", code)({ __remixContext: { streamController } });
  return given;
}

test("hands over all data in one script that no text can end, and closes", async () => {
  const bytes = new TextEncoder().encode(hostile);
  // Cut within a character.
  const at = bytes.indexOf(0xc3) + 1;
  const { script } = await takeHandoff(entryOf([bytes.slice(0, at), bytes.slice(at)]), "abc");
  expect(script().split("</script>")).toHaveLength(2);
  expect(script()).not.toMatch(/<!--|\u2028/);
  expect(runScript(script())).toEqual([hostile, null]);
});

test("leaves React nothing to wait for, and pages without scripts without data", async () => {
  const { page, script } = await takeHandoff(entryOf([new TextEncoder().encode("x")], false), "abc");
  expect(page.serverHandoffStream).toBeUndefined();
  expect(page).toHaveProperty("renderMeta");
  expect(script()).toBe("");
});

test("fails where the data could not be written", async () => {
  const broken = new ReadableStream({ pull: (controller) => controller.error(new Error("cut")) });
  const entry = { ...entryOf([]), serverHandoffStream: broken } as unknown as EntryContext;
  await expect(takeHandoff(entry, "abc")).rejects.toThrow("cut");
});
