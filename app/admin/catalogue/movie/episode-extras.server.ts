import { randomUUID } from "node:crypto";
import type { AdminEpisode } from "../../../../contract/index.ts";
import type { AdminVideo } from "../../../../contract/ingest/admin-sounds.ts";
import type { AdminServer } from "../../../lib/require-permission.server.ts";
import type { Option } from "../../kit/options.ts";
import type { Making } from "./captions-form.tsx";
import type { MoviePart } from "./movie-parts.ts";
import { languageNames } from "../../../lib/formats.ts";

/** Common subtitle languages; a track in another language keeps its own. */
const tags = (
  "ar bg bn ca cs da de el en es et fa fi fil fr gl he hi hr hu id is it ja kk km ko lo lt lv mk ml mn mr ms my nb nl " +
  "pl pt pt-BR ro ru sk sl sq sr sv sw ta te th tr uk ur uz vi zh-Hans zh-Hant"
).split(" ");

/** A sound with its language in the reader's words. */
export type EpisodeSound = AdminVideo["sounds"][number] & { language: string };
/** Null while the episode has no playable video. */
export type EpisodeVideo = Omit<AdminVideo, "sounds"> & { index: number; sounds: EpisodeSound[] };

/** What a part shows of its open episode: the sounds of its video, or its subtitle tracks and a choice of languages. */
export async function episodeExtras(
  server: AdminServer,
  { id, episode, part }: { id: string; episode: AdminEpisode | null; part: MoviePart },
) {
  const none = { tracks: [], subtitleLanguages: [], video: null, making: null };
  if (!episode) return none;
  const { index } = episode;
  const { api, unwrap, locale } = server;
  if (part === "video") {
    const { video } = unwrap(await api.get("z/sound/list", { id, index }));
    return { ...none, video: videoIn(video, { index, locale }) };
  }
  if (part !== "subtitles") return none;
  const list = unwrap(await api.get("z/subtitle/list", { id, index }));
  const { items, makesCaptions, captioning, spoken } = list;
  const names = languageNames(locale);
  const making: Making = {
    makesCaptions,
    captioning,
    spoken: spoken && (names.of(spoken) ?? spoken),
    key: randomUUID(),
  };
  return { ...none, tracks: items, subtitleLanguages: languagesIn(locale), making };
}

function videoIn(
  video: AdminVideo | null,
  { index, locale }: { index: number; locale: string },
): EpisodeVideo | null {
  if (!video) return null;
  const names = languageNames(locale);
  const sounds = video.sounds.map((sound) => ({
    ...sound,
    language: names.of(sound.locale) ?? sound.locale,
  }));
  return { ...video, index, sounds };
}

/**
 * Languages by name in the reader's language, computed on the server because browsers differ in the names they have.
 */
function languagesIn(locale: string): Option[] {
  const names = languageNames(locale);
  const { compare } = new Intl.Collator(locale);
  return tags
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((a, b) => compare(a.label, b.label));
}
