/** Text by BCP 47 language tag. */
export type Words = Readonly<Record<string, string>>;

/** A line of the narrator: start and end in seconds, and the words. */
export type Line = readonly [fromS: number, toS: number, words: Words];

/** Parts of an episode besides picture and music. */
export type Extras = {
  readonly chapters?: readonly { readonly startS: number; readonly titles: Words }[];
  readonly intro?: { readonly fromS: number; readonly toS: number };
  readonly creditsFromS?: number;
  readonly lines?: readonly Line[];
  /** Language of the captions, and the sounds they describe besides the lines. */
  readonly captions?: { readonly locale: string; readonly sounds: readonly Line[] };
  /** A second mix of the sound: the ambient sound without the music. */
  readonly withoutMusic?: { readonly main: Words; readonly air: Words };
};
