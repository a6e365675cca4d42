import type { ProbedSound, SoundName } from "../../ports/media.ts";

/** Label of a sound: its title in the file, else its language in that language, else a number. */
const wordsFor = (sound: Pick<ProbedSound, "language" | "title">, number: number): string => {
  if (sound.title) return sound.title.replaceAll('"', "");
  const language =
    sound.language && new Intl.DisplayNames([sound.language], { type: "language" }).of(sound.language);
  return language || `${number}`;
};

/** Names the sounds of one movie. Each name is unique, because players tell sounds apart by name only. */
export const nameSounds = (sounds: readonly Pick<ProbedSound, "language" | "title">[]): SoundName[] => {
  const taken = new Set<string>();
  return sounds.map((sound, i) => {
    const words = wordsFor(sound, i + 1);
    let name = words;
    for (let n = 2; taken.has(name); n += 1) name = `${words} (${n})`;
    taken.add(name);
    return { name, language: sound.language ?? "und" };
  });
};
