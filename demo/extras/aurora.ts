import type { Extras } from "./extras.ts";

/** A House under the Aurora: a documentary with captions, and a second sound track without the music. */
export const AURORA: Extras = {
  creditsFromS: 45,
  chapters: [
    {
      startS: 0,
      titles: { en: "Seven lamps", de: "Sieben Lampen", ja: "七つの灯り", ar: "سبعة مصابيح" },
    },
    {
      startS: 16,
      titles: {
        en: "Ten weeks of night",
        de: "Zehn Wochen Nacht",
        ja: "十週間の夜",
        ar: "عشرة أسابيع من الليل",
      },
    },
    {
      startS: 32,
      titles: { en: "The sky answers", de: "Der Himmel antwortet", ja: "空が応える", ar: "السماء تُجيب" },
    },
  ],
  lines: [
    [
      8.5,
      12.5,
      {
        en: "Seven households share this fjord.",
        de: "Sieben Haushalte teilen sich diesen Fjord.",
        ja: "このフィヨルドに、七つの家がある。",
        ar: "سبعة بيوت تتقاسم هذا المضيق.",
      },
    ],
    [
      13.5,
      17.5,
      {
        en: "For ten weeks, the sun does not rise.",
        de: "Zehn Wochen lang geht die Sonne nicht auf.",
        ja: "十週間、太陽は昇らない。",
        ar: "عشرة أسابيع لا تشرق فيها الشمس.",
      },
    ],
    [
      19,
      23.5,
      {
        en: "So everyone leaves a lamp in the window.",
        de: "Darum stellt jeder eine Lampe ins Fenster.",
        ja: "だから誰もが、窓辺に灯りをともす。",
        ar: "لذلك يترك كلّ بيت مصباحًا في نافذته.",
      },
    ],
    [
      25.5,
      30,
      {
        en: "Not to see by.\nTo be seen.",
        de: "Nicht, um zu sehen.\nUm gesehen zu werden.",
        ja: "見るためではなく、\n見つけてもらうために。",
        ar: "لا ليُرى به،\nبل ليُرى هو.",
      },
    ],
    [
      34,
      38.5,
      {
        en: "Some nights, the sky leaves one too.",
        de: "In manchen Nächten stellt auch der Himmel eine auf.",
        ja: "夜によっては、空も灯りをともす。",
        ar: "وفي بعض الليالي تضيء السماء مصباحها أيضًا.",
      },
    ],
    [
      40,
      44.5,
      {
        en: "Then nobody sleeps, and nobody minds.",
        de: "Dann schläft niemand, und niemanden stört es.",
        ja: "そんな夜は誰も眠らない。\nそれでいいのだ。",
        ar: "عندها لا ينام أحد، ولا يشكو أحد.",
      },
    ],
  ],
  captions: {
    locale: "en",
    sounds: [
      [1, 4, { en: "[wind over the ice]" }],
      [4.5, 8, { en: "♪ bells, far away ♪" }],
      [31, 33.5, { en: "[the wind rises]" }],
      [45, 47.5, { en: "♪ the bells fade ♪" }],
    ],
  },
  withoutMusic: {
    main: {
      en: "Music and nature",
      de: "Musik und Natur",
      ja: "音楽と自然の音",
      ar: "موسيقى وأصوات الطبيعة",
    },
    air: { en: "Nature only", de: "Nur Natur", ja: "自然の音のみ", ar: "أصوات الطبيعة وحدها" },
  },
};
