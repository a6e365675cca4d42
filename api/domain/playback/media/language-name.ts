/** A language in its own name, as its speakers search for it, with a capital letter if the script has one. */
export function languageName(tag: string): string {
  const name = namesOf(tag)?.of(tag) ?? tag;
  const [first = "", ...rest] = name;
  return first.toLocaleUpperCase(tag) + rest.join("");
}

function namesOf(tag: string): Intl.DisplayNames | null {
  try {
    return new Intl.DisplayNames([tag], { type: "language" });
  } catch {
    return null;
  }
}
