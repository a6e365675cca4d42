type Text = { readonly title: string; readonly description: string };

/**
 * The texts of every title in one language, by the title's id. Only series name their episodes, in order, and one with
 * seasons these, from the first.
 */
export type CatalogueTexts = Readonly<
  Record<string, Text & { readonly episodes?: readonly Text[]; readonly seasons?: readonly string[] }>
>;
