/** What is to be made of a picture a stranger has sent, or of a vector picture of our own. */
export type PictureRequest = {
  /** A PNG, JPEG or WebP whose header was looked at; or an SVG of ours. */
  bytes: Uint8Array;
  /** Each `[width, height]` in pixels; cut from the middle to the proportion of the first, which is the largest. */
  sizes: readonly (readonly [width: number, height: number])[];
  /** Of the WebP files, 1 to 100. */
  quality: number;
  /** Pixels a picture has to be wide, upright. */
  leastWidth?: number;
  /** Stands behind what is transparent, as `#rrggbb`; without it, it stays transparent. */
  background?: string;
};

/** `files` are WebP, one for each size, without anything else that stood in the file. `colour` is `#rrggbb`. */
export type DrawnPicture = { files: Buffer[]; colour: string };

/**
 * Why a picture was not drawn. `unreadable`: it only begins like one, takes too long or too much memory, or ended who drew
 * it. `too_small`: less than `leastWidth`. `busy`: too many wait already; another time it may be drawn.
 */
export type PictureProblem = "unreadable" | "too_small" | "busy";

export type PictureFailure = Error & { readonly problem: PictureProblem };

/** Draws pictures, few at a time and away from who answers requests. Every method rejects with a {@link PictureFailure}. */
export type Pictures = {
  /** @param patient waits for its turn however long it takes: of work no person waits for */
  draw: (request: PictureRequest, options?: { patient?: boolean }) => Promise<DrawnPicture>;
  /** Ends what is under way. */
  close: () => void;
};
