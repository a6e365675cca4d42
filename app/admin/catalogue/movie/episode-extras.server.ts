import type { AdminEpisode } from "../../../../contract/index.ts";
import type { AdminServer } from "../../../lib/require-permission.server.ts";
import type { Option } from "../../kit/options.ts";
import type { MoviePart } from "./movie-parts.ts";
import { latestEncoding } from "./latest-encoding.server.ts";
import { languageNames } from "../../../lib/formats.ts";

/** Common subtitle languages; a track in another language keeps its own. */
const tags = (
  "ar bg bn ca cs da de el en es et fa fi fil fr gl he hi hr hu id is it ja kk km ko lo lt lv mk ml mn mr ms my nb nl " +
  "pl pt pt-BR ro ru sk sl sq sr sv sw ta te th tr uk ur uz vi zh-Hans zh-Hant"
).split(" ");

/** What a part shows of its open episode: of its video the encoding, of its subtitles the tracks and a choice of languages. */
export async function episodeExtras(
  server: AdminServer,
  { id, episode, part }: { id: string; episode: AdminEpisode | null; part: MoviePart },
) {
  if (!episode) return { encoding: null, tracks: [], subtitleLanguages: [] };
  const { index } = episode;
  const { api, unwrap, locale } = server;
  const encoding = part === "video" ? await latestEncoding(server, { id, index }) : null;
  if (part !== "subtitles") return { encoding, tracks: [], subtitleLanguages: [] };
  const tracks = unwrap(await api.get("z/subtitle/list", { id, index })).items;
  return { encoding, tracks, subtitleLanguages: languagesIn(locale) };
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
