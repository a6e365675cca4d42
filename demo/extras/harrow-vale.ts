import type { Extras } from "./extras.ts";

/** Last Train to Harrow Vale: only chapters and subtitles. */
export const HARROW_VALE: Extras = {
  chapters: [
    {
      startS: 0,
      titles: { en: "Carriage four", de: "Wagen vier", ja: "四号車", ar: "العربة الرابعة" },
    },
    {
      startS: 16,
      titles: { en: "The signal box", de: "Das Stellwerk", ja: "信号所", ar: "برج الإشارات" },
    },
    {
      startS: 32,
      titles: { en: "End of the line", de: "Am Ende der Strecke", ja: "線路の果て", ar: "نهاية الخط" },
    },
  ],
  lines: [
    [
      9,
      13,
      {
        en: "On Sunday they close the line.",
        de: "Am Sonntag schließen sie die Strecke.",
        ja: "日曜日、この路線はなくなる。",
        ar: "يوم الأحد يُغلَق الخط.",
      },
    ],
    [
      19,
      23.5,
      {
        en: "I set the signals here for thirty years.",
        de: "Dreißig Jahre habe ich hier die Signale gestellt.",
        ja: "三十年、ここで信号を操ってきた。",
        ar: "ثلاثين عامًا وأنا أضبط الإشارات هنا.",
      },
    ],
    [
      35,
      40,
      {
        en: "All but one. For her.",
        de: "Alle, bis auf eines. Für sie.",
        ja: "ただ一つを除いて。あの人のために。",
        ar: "كلّها إلا واحدة. من أجلها.",
      },
    ],
  ],
};
