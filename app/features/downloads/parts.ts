import type { ReactNode } from "react";
import type { DownloadPolicy, PlaybackStart } from "../../../contract/index.ts";
import type { ApiClient } from "../../api-client/create-client.ts";
import type { CopyFacts } from "./protocol.ts";

export type DownloadButtonProps = {
  item: CopyFacts;
  /** Null before hydration. */
  api: ApiClient | null;
  /** This user may download this episode; if not, the policy says why. */
  allowed: boolean;
  policy: DownloadPolicy;
};

export type CopyStageProps = {
  /** As the server rendered it for the copy; this device supplies the position and the expiry. */
  playback: PlaybackStart;
  licence: string;
  /** URL of the still behind the message in the player's place. */
  still: string;
  /** The episode's page without the copy. */
  path: string;
  api: ApiClient | null;
  /** The player. */
  children: (playback: PlaybackStart) => ReactNode;
};

/** The page that lists downloads. */
export const downloadsPath = "/my-list?list=downloads";
