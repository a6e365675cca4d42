import { expect, test } from "vitest";
import { cleanCue } from "../../playback/media/read-cues.ts";
import { textForEditor, textOfEditor } from "./cue-text.ts";

test.each([
  ["A &amp; B", "A & B"],
  ["&amp;lt; is an entity", "&amp;lt; is an entity"],
  ["3 &lt; 4 &gt; 2", "3 < 4 > 2"],
  ["&lt;b", "&lt;b"],
  ["<i>Who?</i>\n<v Tom>It &amp; I", "<i>Who?</i>\n<v Tom>It & I"],
  ["x&nbsp;y", "x&nbsp;y"],
])("%j is edited as %j, and stays what it is", (stored, edited) => {
  expect(textForEditor(stored)).toBe(edited);
  const again = cleanCue(textOfEditor(edited));
  expect(again.replaceAll("&gt;", ">")).toBe(stored.replaceAll("&gt;", ">"));
});

test("an empty line would end the cue, and a line end of another kind begin one", () => {
  expect(textOfEditor("a\r\n\r\n \rb\u2028c\fd")).toBe("a\nb\nc\nd");
});
