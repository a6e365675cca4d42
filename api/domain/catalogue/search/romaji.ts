/** Readings of a word's kana: as spelt, and with particles as spoken. */
export type Kana = { written: string; spoken: string };

type Style = (hepburn: string) => string;

/**
 * Plain Hepburn, Hepburn with `m` before lip sounds as on old railway signs, and Kunrei, which Japanese schools teach.
 */
const styles: Style[] = [
  (word) => word,
  (word) => word.replace(/n(?=[bmp])/g, "m"),
  (word) =>
    word
      .replace(/tch([auo])/g, "tty$1")
      .replace(/tchi/g, "tti")
      .replace(/ssh([auo])/g, "ssy$1")
      .replace(/sh([auo])/g, "sy$1")
      .replace(/ch([auo])/g, "ty$1")
      .replace(/j([auo])/g, "zy$1")
      .replace(/shi/g, "si")
      .replace(/chi/g, "ti")
      .replace(/ji/g, "zi")
      .replace(/tsu/g, "tu")
      .replace(/fu/g, "hu"),
];

/**
 * Every way users type a Japanese title in Latin letters: `toukyou e`, `tokyo e`, `tokyo he`… Long vowels are written
 * out or left out (also for input with macrons, which folding removes).
 * @param toRomaji wanakana's: kana in Hepburn, long vowels doubled
 * @returns each spelling once, its words separated by spaces
 */
export function romajiSpellings(words: Kana[], toRomaji: (kana: string) => string): string[] {
  const hepburn = (kana: string) => toRomaji(kana).toLowerCase().replaceAll("cch", "tch");
  const long = hepburn;
  const short = (kana: string) =>
    hepburn(kana.replaceAll("ー", "")).replace(/ou|oo/g, "o").replace(/uu/g, "u").replace(/aa/g, "a");
  const spellings = new Set<string>();
  for (const form of ["spoken", "written"] as const)
    for (const vowels of [long, short])
      for (const style of styles) spellings.add(words.map((word) => style(vowels(word[form]))).join(" "));
  spellings.delete("");
  return [...spellings];
}
