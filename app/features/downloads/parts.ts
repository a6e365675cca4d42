import type { ReactNode } from "react";
import type { DownloadPolicy, PlaybackStart } from "../../../contract/index.ts";
import type { ApiClient } from "../../api-client/create-client.ts";
import type { FilmFacts } from "./protocol.ts";

export type DownloadButtonProps = {
  film: FilmFacts;
  /** Null before the page has come alive. */
  api: ApiClient | null;
  /** This person may keep this film; if not, the policy says why. */
  allowed: boolean;
  policy: DownloadPolicy;
};

export type KeptStageProps = {
  /** As the server made it for the copy; its place and its end are this device's to say. */
  playback: PlaybackStart;
  licence: string;
  /** URL of the still behind what is said in the player's place. */
  still: string;
  /** The film's page without the copy. */
  path: string;
  api: ApiClient | null;
  /** The player. */
  children: (playback: PlaybackStart) => ReactNode;
};

/** Where downloads are listed. */
export const downloadsPath = "/my-list?list=downloads";
