/** What XML 1.0 can't hold, even escaped: most control characters, halves of surrogate pairs, and two others. */
const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A text as it stands in an element or in an attribute with double quotes; what XML can't hold is left out. */
export function escapeXml(text: string): string {
  return text.replace(forbidden, "").replace(/[&<>"]/g, (sign) => entities[sign]!);
}

/** The beginning of a text, at most that many characters, not ending within one. */
export function beginningOf(text: string, most: number): string {
  const points = [...text.slice(0, most * 2)];
  return points.length <= most && text.length <= most * 2 ? text : points.slice(0, most - 1).join("") + "…";
}
