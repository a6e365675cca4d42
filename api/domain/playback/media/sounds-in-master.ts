import type { AssetFacts, SoundChoice } from "../../../db/schema.ts";

type Sounds = AssetFacts["sounds"];

/** A sound of an asset as viewers are offered it. */
export type ArrangedSound = {
  /** Its number among the asset's own sounds. The first one, 0, is within the picture's segments. */
  track: number;
  /** By which playlists and players tell the sounds of an asset apart. */
  name: string;
  /** The name an admin gave; null = as the file has it. */
  given: string | null;
  /** BCP 47 tag. */
  language: string;
  labels: Record<string, string>;
  /** It is an audio description. */
  describes: boolean;
  isDefault: boolean;
};

const isSound = (line: string) => line.startsWith("#EXT-X-MEDIA:TYPE=AUDIO,");

/** Value of an attribute (RFC 8216, 4.2), with its quotes. */
const valueOf = (line: string, name: string): string | undefined =>
  new RegExp(`[:,]${name}=("[^"]*"|[^",]*)`).exec(line)?.[1];

const textOf = (line: string, name: string): string | undefined => valueOf(line, name)?.replaceAll('"', "");

/** The sounds that a multivariant playlist names, the default first; none where the only one is within the picture. */
export function soundsOf(master: string): Sounds {
  const found: Sounds = [];
  for (const line of master.split(/\r?\n/).filter(isSound)) {
    const name = textOf(line, "NAME");
    if (!name) continue;
    const language = textOf(line, "LANGUAGE") ?? "und";
    const describes = textOf(line, "CHARACTERISTICS")?.includes(describesVideo) ?? false;
    const sound = { name, language, ...(describes && { describes: true as const }) };
    if (valueOf(line, "DEFAULT") === "YES") found.unshift(sound);
    else found.push(sound);
  }
  return found;
}

const describesVideo = "public.accessibility.describes-video";

/**
 * An asset's sounds in an admin's order and by an admin's names.
 * @param choices null, or of other sounds than these: everything is as in the asset's files
 */
export function arrangeSounds(sounds: Sounds, choices: readonly SoundChoice[] | null): ArrangedSound[] {
  const own = sounds.map(({ name, language, labels = {}, describes = false }, track): ArrangedSound => {
    return { track, name, given: null, language, labels, describes, isDefault: track === 0 };
  });
  if (choices?.length !== own.length || choices.some(({ track }) => !own[track])) return own;
  return choices.map(({ track, name, describes, isDefault }) => {
    return { ...own[track]!, given: name, name: name ?? own[track]!.name, describes, isDefault };
  });
}

/**
 * The playlist with its sounds as an admin has arranged them. Nothing is encoded for it: a default that is not within
 * the picture is a rendition of its own like before, and DEFAULT makes players choose it.
 */
export function withSounds(master: string, choices: readonly SoundChoice[] | null): string {
  const sounds = soundsOf(master);
  if (!choices || sounds.length < 2) return master;
  const lines = master.split("\n");
  const written = lines.filter(isSound);
  const arranged = arrangeSounds(sounds, choices);
  const chosen = autoSelected(arranged);
  const named = arranged.flatMap((sound) => {
    const line = written.find((one) => textOf(one, "NAME") === sounds[sound.track]!.name);
    return line ? [soundLine(line, sound, chosen.has(sound))] : [];
  });
  const at = lines.findIndex(isSound);
  return [...lines.slice(0, at), ...named, ...lines.slice(at).filter((line) => !isSound(line))].join("\n");
}

/** Players choose by language and kind: of each only one sound may be chosen so, the default first (RFC 8216, 4.3.4.1.1). */
function autoSelected(sounds: readonly ArrangedSound[]): Set<ArrangedSound> {
  const byKind = new Map<string, ArrangedSound>();
  const first = sounds.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault));
  for (const sound of first) {
    const kind = `${sound.language} ${sound.describes}`;
    if (!byKind.has(kind)) byKind.set(kind, sound);
  }
  return new Set(byKind.values());
}

function soundLine(line: string, { name, describes, isDefault }: ArrangedSound, isChosen: boolean): string {
  const attributes: [string, string | undefined][] = [
    ["GROUP-ID", valueOf(line, "GROUP-ID")],
    ["NAME", `"${name.replace(/["\r\n]/g, "")}"`],
    ["LANGUAGE", valueOf(line, "LANGUAGE")],
    ["DEFAULT", isDefault ? "YES" : "NO"],
    ["AUTOSELECT", isChosen ? "YES" : "NO"],
    ["CHANNELS", valueOf(line, "CHANNELS")],
    ["CHARACTERISTICS", describes ? `"${describesVideo}"` : undefined],
    ["URI", valueOf(line, "URI")],
  ];
  const written = attributes.flatMap(([key, value]) => (value === undefined ? [] : `,${key}=${value}`));
  return `#EXT-X-MEDIA:TYPE=AUDIO${written.join("")}`;
}
