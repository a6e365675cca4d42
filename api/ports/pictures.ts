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
  /** Drawn over the picture, one over the other; a picture with layers has one size. */
  layers?: readonly PictureLayer[];
  /** Of the files; left out, WebP. */
  format?: "jpeg" | "png";
  /** The whole picture, within the one size: nothing is cut off, and a small one is not enlarged. */
  whole?: boolean;
};

/** Where a layer stands, in pixels from the left and the top. */
type Box = { left: number; top: number; width: number; height: number };

/**
 * A part of a composed picture: another picture, cut to its box; or a text, which stands at its box's bottom, in the
 * largest of `sizes` (points) in which it fits, or in its middle. A text in a script that no font of this machine has is left out.
 */
export type PictureLayer = Box &
  (
    | { bytes: Uint8Array }
    | { text: string; sizes: readonly number[]; colour: string; fromRight: boolean; middle?: boolean }
  );

/**
 * `files` are one for each size, without the other data of the source file. `colour` is `#rrggbb`; `width` and `height`
 * are those of the first file.
 */
export type DrawnPicture = { files: Buffer[]; colour: string; width: number; height: number };

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
