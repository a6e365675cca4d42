/** A program of the operator that writes down what is said. Types only. */

export type CaptionsRequest = {
  /** Path of a WAV file: 16 kHz, mono, 16 bits. */
  readonly sound: string;
  /** Language of the speech, an ISO 639 code; null = the program finds out. */
  readonly language: string | null;
  /** An empty folder, for what the program writes. */
  readonly folder: string;
  /** Milliseconds after which it is stopped. */
  readonly timeoutMs: number;
  /** Called with 0 to 1, where the program tells. */
  readonly onProgress?: (fraction: number) => void;
  readonly signal?: AbortSignal;
};

/** `vtt` is the program's, to be read as a file of strangers. `language`: what it heard; null if it did not say. */
export type WrittenCaptions = { readonly vtt: Uint8Array; readonly language: string | null };

/** Rejects with a `MediaFailure`, as the video tool does, and leaves nothing running. */
export type CaptionsTool = { readonly write: (request: CaptionsRequest) => Promise<WrittenCaptions> };
