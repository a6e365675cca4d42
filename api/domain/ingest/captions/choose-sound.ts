import type { AssetFacts, SoundChoice } from "../../../db/schema.ts";

export type SpokenSound = {
  /** Folder within the asset whose segments have the sound. */
  folder: string;
  /** BCP 47 tag; null if the sound is not marked with a language. */
  language: string | null;
};

/** A tag that files may have, and that names no language: as if there were none. */
function languageOf(tag: string | null | undefined): string | null {
  if (!tag || !/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8}){0,4}$/.test(tag)) return null;
  return /^(?:und|mis|mul|zxx)\b/i.test(tag) ? null : tag;
}

const base = (tag: string) => tag.toLowerCase().split("-")[0]!;

/**
 * The sound of a video that captions are made of: one in the language asked for, no audio description if there is
 * another; else what viewers hear by default.
 * @param asked BCP 47 tag; null = the default sound
 * @returns null for a video without a sound
 */
export function chooseSound(
  facts: Pick<AssetFacts, "master" | "renditions" | "sound" | "tracks">,
  { choices, asked }: { choices: readonly SoundChoice[] | null; asked: string | null },
): SpokenSound | null {
  const lowest = facts.renditions[0]?.folder;
  if (!lowest || !facts.sound) return null;
  const sounds = [...facts.master.matchAll(/^#EXT-X-MEDIA:TYPE=AUDIO,.*$/gm)].map(([line], track) => {
    const describes = line.includes("public.accessibility.describes-video");
    const choice = choices?.find((one) => one.track === track);
    return {
      // The first one is part of every rendition.
      folder: /URI="([\w-]+)\/index\.m3u8"/.exec(line)?.[1] ?? lowest,
      language: languageOf(/LANGUAGE="([^"]*)"/.exec(line)?.[1]),
      describes: choice?.describes ?? describes,
      isDefault: choice ? choice.isDefault : track === 0,
    };
  });
  if (sounds.length === 0) return { folder: lowest, language: languageOf(facts.tracks?.[0]?.language) };
  const fits = sounds.filter(({ language }) => asked !== null && language && base(language) === base(asked));
  const chosen =
    fits.find(({ describes }) => !describes) ??
    fits[0] ??
    sounds.find(({ isDefault }) => isDefault) ??
    sounds[0]!;
  return { folder: chosen.folder, language: chosen.language };
}
