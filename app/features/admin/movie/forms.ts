/** What a title's screen is edited with: fetched together. */
export { ArtworkPanel } from "./artwork-panel.tsx";
export { CreatePanel } from "./create-panel.tsx";
export { CreditsPanel } from "./credits-panel.tsx";
export { EpisodePanel } from "./episode-panel.tsx";
export { FactsPanel, SchedulePanel } from "./facts-panels.tsx";
export { TextsPanel } from "./texts-panel.tsx";
export { SubtitlesPanel } from "./subtitles-panel.tsx";
