import { createContext, useContext, type ReactElement } from "react";

/** Renders an element, or takes its markup from what was rendered before for the same key. */
export type HtmlCache = (key: string, render: () => ReactElement) => string;

/** What becomes the whole key: a function would be left out of it. */
export type Shown =
  string | number | boolean | null | undefined | readonly Shown[] | { readonly [name: string]: Shown };

/** Provided on the server alone: a browser has the markup, and makes the elements from the data. */
export const KeptHtmlContext = createContext<HtmlCache | null>(null);

/**
 * Markup of elements that many pages share, for `dangerouslySetInnerHTML` of the element around them; null in a browser,
 * which renders them itself. The key is all that they show, so no user is shown what was rendered of other data.
 * @param shown everything that the elements depend on, as data; they use no hook
 */
export function useKeptHtml(shown: Shown, render: () => ReactElement): string | null {
  const keep = useContext(KeptHtmlContext);
  return keep && keep(JSON.stringify(shown), render);
}
