/** Request to draw a picture: a stranger's upload, or a vector picture of our own. */
export type PictureRequest = {
  /** A PNG, JPEG or WebP whose header has been checked; or an SVG of ours. */
  bytes: Uint8Array;
  /**
   * Each `[width, height]` in pixels; cut from the middle to the proportion of the first size, which is the largest.
   */
  sizes: readonly (readonly [width: number, height: number])[];
  /** Quality of the WebP files, 1 to 100. */
  quality: number;
  /** Smallest accepted width in pixels, upright. */
  leastWidth?: number;
  /** Colour behind transparent parts, as `#rrggbb`; without it, they stay transparent. */
  background?: string;
};

/** `files` are WebP, one for each size, without the other data of the source file. `colour` is `#rrggbb`. */
export type DrawnPicture = { files: Buffer[]; colour: string };

/**
 * Why a picture was not drawn. `unreadable`: only its beginning is valid, it takes too long or too much memory, or it
 * ended the drawing process. `too_small`: less than `leastWidth`. `busy`: too many pictures wait already; a later
 * attempt may succeed.
 */
export type PictureProblem = "unreadable" | "too_small" | "busy";

export type PictureFailure = Error & { readonly problem: PictureProblem };

/**
 * Draws pictures, few at a time and outside the process that answers requests. Every method rejects with a {@link
 * PictureFailure}.
 */
export type Pictures = {
  /** @param patient waits for its turn without a limit: for background work */
  draw: (request: PictureRequest, options?: { patient?: boolean }) => Promise<DrawnPicture>;
  /** Ends the current work. */
  close: () => void;
};
