/** What a subtitle file's name says about its content. */
export type GuessedTrack = {
  /** BCP 47 tag; `und` if the name does not say. */
  locale: string;
  kind: "subtitles" | "captions";
  /** Contains only the parts spoken in a foreign language, so it is not used as a subtitle track. */
  forced: boolean;
};

/** Longer names are not read. */
const longest = 250;
const hearing = new Set(["sdh", "cc", "hoh", "hearing", "impaired", "closed", "captions"]);
const forcedMarks = new Set(["forced", "foreign"]);
/** Words that appear beside a language and say nothing about it. */
// prettier-ignore
const fillers = new Set([
  "sub", "subs", "subtitle", "subtitles", "default", "full", "utf8", "utf", "8", "srt", "vtt", "ass",
  "track", "dialogue", "text", "for", "only", "parts", "the", "and",
]);

/** Language codes (ISO 639-2) that are usually something else. */
const noCodes = new Set("day fan her hit man men mul new run sad see war zxx".split(" "));
/** Short forms that are in no standard but in common use. */
// prettier-ignore
const shortForms: Record<string, string> = {
  chs: "zh-Hans", cht: "zh-Hant", gb: "zh-Hans", big5: "zh-Hant", cn: "zh-Hans", zhs: "zh-Hans",
  zht: "zh-Hant", cz: "cs", dk: "da", gr: "el", jp: "ja", pob: "pt-BR", ptbr: "pt-BR", ua: "uk",
};
/** Other names of languages, beside those in English and in the language itself. */
// prettier-ignore
const otherNames: Record<string, string> = {
  bengali: "bn", cantonese: "yue", farsi: "fa", flemish: "nl-BE", mandarin: "zh", myanmar: "my",
  slovene: "sl", tagalog: "fil", castellano: "es-ES", castilian: "es-ES", brazilian: "pt-BR",
  brasileiro: "pt-BR", latino: "es-419", "latin american": "es-419", "western frisian": "fy",
  simplified: "zh-Hans", traditional: "zh-Hant", 国语: "zh", 國語: "zh", 日语: "ja", 日語: "ja",
  英语: "en", 英語: "en", 英文: "en", 日文: "ja", 韓文: "ko", 韩文: "ko", 韩语: "ko", 粤语: "yue",
  简体: "zh-Hans", 簡體: "zh-Hans", 简中: "zh-Hans", 繁体: "zh-Hant", 繁體: "zh-Hant", 繁中: "zh-Hant",
  简: "zh-Hans", 繁: "zh-Hant",
};
/** Words beside a language's name that select a variant of it. */
const variants: Record<string, Record<string, string>> = {
  en: { us: "en-US", american: "en-US", uk: "en-GB", gb: "en-GB", british: "en-GB" },
  es: { latin: "es-419", latinoamerica: "es-419", la: "es-419", spain: "es-ES", european: "es-ES" },
  fr: { canadian: "fr-CA", quebec: "fr-CA", parisian: "fr-FR" },
  pt: { brazil: "pt-BR", brasil: "pt-BR", portugal: "pt-PT", european: "pt-PT" },
  zh: {
    hk: "zh-HK",
    tw: "zh-TW",
    taiwan: "zh-TW",
    trad: "zh-Hant",
    simp: "zh-Hans",
    sc: "zh-Hans",
    tc: "zh-Hant",
  },
};

/**
 * Reads a subtitle file's name: `Film.en.srt`, `2_English.srt`, `Film.pt-BR.forced.srt`. Words that also appear in the
 * movie's name are ignored, so that *The Italian Job* is not Italian. If the name says nothing, its folders' names are
 * read.
 * @param path parts joined by `/`
 * @param about names of the movie and of the magnet
 */
export function guessLanguage(path: string, about: readonly string[] = []): GuessedTrack {
  const parts = path.split("/");
  const names = [parts.at(-1)!.replace(/\.[a-z0-9]{2,4}$/i, ""), ...parts.slice(0, -1).toReversed()];
  const known = about.map(wordsOf);
  const told = names.map((name) => ({
    ...without(wordsOf(name), known),
    spoken: /\s\p{L}{2}\s*$/u.test(name),
  }));
  const [own] = told;
  const locale = told.map(languageIn).find((found) => found !== null) ?? "und";
  const { words } = own!;
  const forHearing = words.some((word) => hearing.has(word)) || isHearing(words);
  return {
    locale,
    kind: forHearing ? "captions" : "subtitles",
    forced:
      words.some((word) => forcedMarks.has(word)) || (words.includes("signs") && words.includes("songs")),
  };
}

function wordsOf(name: string): string[] {
  return name
    .slice(0, longest)
    .normalize("NFKC")
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);
}

type Words = {
  words: readonly string[];
  /** They come after the movie's full name: then a language at their beginning counts as much as one at their end. */
  behind: boolean;
};

/** Removes the words that a name of the movie contains too, each as often as it appears there. */
function without(words: readonly string[], [video = [], ...others]: readonly string[][]): Words {
  let same = 0;
  while (same < video.length && video[same] === words[same]) same += 1;
  if (video.length > 0 && same === video.length) return { words: words.slice(same), behind: true };
  let left = words;
  for (const name of [video, ...others]) {
    const pool = [...name];
    left = left.filter((word) => {
      const at = pool.indexOf(word);
      if (at >= 0) pool.splice(at, 1);
      return at < 0;
    });
  }
  return { words: left, behind: false };
}

function isMark(word: string): boolean {
  return hearing.has(word) || forcedMarks.has(word) || fillers.has(word) || /^\d{1,2}$/.test(word);
}

/** `en.hi` is English for the hard of hearing; `hi` alone is Hindi. */
function isHearing(words: readonly string[]): boolean {
  const left = words.filter((word) => !isMark(word));
  return left.at(-1) === "hi" && left.length > 1 && tagOf(left.slice(0, -1)) !== null;
}

/** @returns the tag of these words, of several the last one; null if they name no language */
function languageIn({ words, behind, spoken }: Words & { spoken: boolean }): string | null {
  let left = words.filter((word) => !isMark(word));
  if (isHearing(words)) left = left.slice(0, -1);
  // `Is it so` is a title: a code stands alone, or after a dot.
  if (spoken && left.length > 2) return byName(left);
  return tagOf(left) ?? (behind ? tagOf(left.slice(0, 1)) : null);
}

function tagOf(words: readonly string[]): string | null {
  return byTag(words) ?? byName(words);
}

/** `en`, `eng`, `pt-br`, `zh-hant-tw`: only at the end, because they are also words. */
function byTag(words: readonly string[]): string | null {
  const [third, second, last] = [words.at(-3), words.at(-2), words.at(-1)];
  if (last === undefined) return null;
  if (second !== undefined) {
    const script = third === undefined || !isRegion(last) ? null : partOf(third, second, "script");
    const tag = script ?? partOf(second, last, "script") ?? partOf(second, last, "region");
    if (tag) return tag;
  }
  return codeOf(last, words.length === 1);
}

/**
 * @param alone there are no other words: then it may be any language's code, otherwise only one with a two-letter
 *   code
 */
function codeOf(word: string, alone: boolean): string | null {
  const short = shortForms[word];
  if (short) return short;
  if (!/^[a-z]{2,3}$/.test(word) || noCodes.has(word)) return null;
  const tag = Intl.getCanonicalLocales(word)[0]!;
  if (word.length === 3 && tag.length !== 2 && !alone) return null;
  return englishNames().of(tag) === undefined ? null : tag;
}

const isRegion = (word: string) => /^(?:[a-z]{2}|\d{3})$/.test(word);

/**
 * @returns the tag of a language with its script or region; null if the second word is neither, or is another
 *   language
 */
function partOf(word: string, part: string, type: "script" | "region"): string | null {
  const base = word.length > 3 ? null : codeOf(word, false);
  if (base === null || base.includes("-")) return null;
  const variant = variants[base]?.[part];
  if (variant) return variant;
  if (type === "script" ? !/^[a-z]{4}$/.test(part) : !isRegion(part)) return null;
  const tag = Intl.getCanonicalLocales(`${base}-${part}`)[0]!;
  const subtag = tag.split("-").at(-1)!;
  if (new Intl.DisplayNames(["en"], { type, fallback: "none" }).of(subtag) === undefined) return null;
  // `en.de` names a second language, not English as spoken in Germany.
  if (type === "region" && codeOf(part, false) !== null && !isSpokenIn(base, subtag)) return null;
  return tag;
}

function isSpokenIn(base: string, region: string): boolean {
  const { language } = new Intl.Locale(`und-${region}`).maximize();
  return language === base || ["fr-CA", "fr-CH", "fr-BE", "it-CH", "en-IN"].includes(`${base}-${region}`);
}

function byName(words: readonly string[]): string | null {
  const names = nameList();
  const found: { at: number; tag: string }[] = [];
  const note = (name: string, at: number) => {
    const tag = names.get(name);
    if (tag) found.push({ at, tag });
  };
  for (const [at, word] of words.entries()) {
    note(word, at);
    if (at > 0) note(`${words[at - 1]} ${word}`, at);
    // In scripts without spaces a language's name can be in the middle of a word.
    if (!unspaced.test(word)) continue;
    for (const name of unspacedNames()) if (word.includes(name)) note(name, at);
  }
  // `Spanish (Latin American)` is not in Latin.
  const told = found.length > 1 ? found.filter(({ tag }) => tag !== "la") : found;
  const [plain = told.at(-1)] = told.filter(({ tag }) => !tag.includes("-")).slice(-1);
  if (!plain) return null;
  const { language: base } = new Intl.Locale(plain.tag);
  // `Brazilian Portuguese`, `Chinese (Simplified)`: the more specific tag of the same language wins.
  const nearer = told.find(({ tag }) => tag.includes("-") && new Intl.Locale(tag).language === base);
  const variant = words.map((word) => variants[base]?.[word]).find(Boolean);
  return nearer?.tag ?? variant ?? plain.tag;
}

let english: Intl.DisplayNames | undefined;
const englishNames = () =>
  (english ??= new Intl.DisplayNames(["en"], { type: "language", fallback: "none" }));

let named: Map<string, string> | undefined;
/** Names of the ISO 639-1 languages in English and in the language itself, and their other names. */
function nameList(): Map<string, string> {
  if (named) return named;
  const list = new Map<string, string>();
  const letters = "abcdefghijklmnopqrstuvwxyz";
  for (const first of letters)
    for (const second of letters) {
      const code = `${first}${second}`;
      const tag = Intl.getCanonicalLocales(code)[0]!;
      const name = englishNames().of(code);
      if (name === undefined) continue;
      const own = new Intl.DisplayNames([code], { type: "language", fallback: "none" }).of(code);
      for (const one of [name, own ?? ""]) {
        const words = wordsOf(one).join(" ");
        // Words of up to three letters could be anything.
        if ((words.length > 3 || !/^[a-z]+$/.test(words)) && !list.has(words)) list.set(words, tag);
      }
    }
  for (const [name, tag] of Object.entries(otherNames)) list.set(name, tag);
  return (named = list);
}

const unspaced = /[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;
let unspacedList: readonly string[] | undefined;
const unspacedNames = () => (unspacedList ??= [...nameList().keys()].filter((name) => unspaced.test(name)));
