/** Text by language tag, as BCP 47 writes it. */
export type Words = Readonly<Record<string, string>>;

/** A line of the narrator's: seconds from and to, and the words. */
export type Line = readonly [fromS: number, toS: number, words: Words];

/** What an episode has beside picture and music. */
export type Extras = {
  readonly chapters?: readonly { readonly startS: number; readonly titles: Words }[];
  readonly intro?: { readonly fromS: number; readonly toS: number };
  readonly creditsFromS?: number;
  readonly lines?: readonly Line[];
  /** Language of the captions, and the sounds they tell beside the lines. */
  readonly captions?: { readonly locale: string; readonly sounds: readonly Line[] };
  /** A second mix of the sound: the place without the music. */
  readonly withoutMusic?: { readonly main: Words; readonly air: Words };
};
