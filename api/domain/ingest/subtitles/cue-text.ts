/** Entities that WebVTT needs where a sign would begin a tag or an entity, and nothing else would say the same. */
const entity = /^(?:amp|lt|gt|nbsp|lrm|rlm|#\d+|#x[0-9a-f]+);/i;

/**
 * A cue's text as an admin edits it: with the tags of WebVTT, and with `&` and `<` as such wherever `textOfEditor` and
 * `cleanCue` bring them back.
 */
export function textForEditor(text: string): string {
  return text
    .replace(/&amp;/g, (_found, at: number) => (entity.test(text.slice(at + 5)) ? "&amp;" : "&"))
    .replace(/&lt;(?![/a-z])/gi, "<")
    .replace(/&gt;/g, ">");
}

/** The text of an editor in WebVTT's markup, with one kind of line ends and without empty lines, which would end the cue. */
export function textOfEditor(typed: string): string {
  return (
    typed
      .replace(/\r\n?|[\u2028\u2029\v\f]/g, "\n")
      .split("\n")
      .filter((line) => line.trim() !== "")
      .join("\n")
      // Between two signs such as in "3 < 4 > 2" is no tag.
      .replace(/<(?![/a-z])/gi, "&lt;")
  );
}
