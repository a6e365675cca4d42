export { DEMO_GENRES } from "./catalogue/genres.ts";
export { demoTitles } from "./catalogue/titles.ts";
export type { DemoEpisode, DemoTitle } from "./demo-title.ts";
