import { serverOnly$ } from "vite-env-only/macros";
import { whenTouched } from "../when-touched.tsx";
import * as forms from "./forms.ts";

const load = () => import("./forms.ts");

export const ArtworkPanel = whenTouched(
  serverOnly$(forms.ArtworkPanel),
  async () => (await load()).ArtworkPanel,
);
export const CreatePanel = whenTouched(
  serverOnly$(forms.CreatePanel),
  async () => (await load()).CreatePanel,
);
export const CreditsPanel = whenTouched(
  serverOnly$(forms.CreditsPanel),
  async () => (await load()).CreditsPanel,
);
export const EpisodePanel = whenTouched(
  serverOnly$(forms.EpisodePanel),
  async () => (await load()).EpisodePanel,
);
export const FactsPanel = whenTouched(serverOnly$(forms.FactsPanel), async () => (await load()).FactsPanel);
export const SchedulePanel = whenTouched(
  serverOnly$(forms.SchedulePanel),
  async () => (await load()).SchedulePanel,
);
export const SubtitlesPanel = whenTouched(
  serverOnly$(forms.SubtitlesPanel),
  async () => (await load()).SubtitlesPanel,
);
export const TextsPanel = whenTouched(serverOnly$(forms.TextsPanel), async () => (await load()).TextsPanel);
