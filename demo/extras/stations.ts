import type { Extras, Line } from "./extras.ts";

/** Small Stations: each episode opens with the same title and closes with the same credits. */
const frame: Extras = { intro: { fromS: 2, toS: 8 }, creditsFromS: 43 };

const spring: readonly Line[] = [
  [
    9,
    13.5,
    {
      ja: "一日に三本だけの列車。\n乗り遅れる人はいない。",
      en: "Three trains a day.\nNobody here is ever late.",
      de: "Drei Züge am Tag.\nHier kommt nie jemand zu spät.",
      ar: "ثلاثة قطارات في اليوم.\nلا أحد هنا يتأخّر.",
    },
  ],
  [
    19,
    24,
    {
      ja: "さくら坂では、花びらのほうが先に乗ってくる。",
      en: "At Sakurazaka, the petals board first.",
      de: "In Sakurazaka steigen zuerst die Blüten ein.",
      ar: "في ساكورازاكا تصعد بتلات الزهر أولًا.",
    },
  ],
  [
    36,
    41,
    {
      ja: "切符はいただきません。春ですから。",
      en: "They ride for free. It is spring.",
      de: "Sie fahren umsonst. Es ist Frühling.",
      ar: "تسافر بلا تذكرة. إنه الربيع.",
    },
  ],
];

const summer: readonly Line[] = [
  [
    9,
    13.5,
    {
      ja: "夏は、湖がいちばんの乗客だ。",
      en: "In summer, the lake is our best passenger.",
      de: "Im Sommer ist der See unser bester Fahrgast.",
      ar: "في الصيف تكون البحيرة أفضل ركّابنا.",
    },
  ],
  [
    19,
    24,
    {
      ja: "どの窓にも座って、\nどこでも降りない。",
      en: "It sits at every window\nand never gets off.",
      de: "Er sitzt an jedem Fenster\nund steigt nie aus.",
      ar: "تجلس عند كلّ نافذة\nولا تنزل أبدًا.",
    },
  ],
  [
    36,
    41,
    {
      ja: "ひとりの少年が、毎日それに手を振る。",
      en: "One boy waves to it every day.",
      de: "Ein Junge winkt ihm jeden Tag.",
      ar: "صبيٌّ واحد يلوّح لها كلّ يوم.",
    },
  ],
];

const autumn: readonly Line[] = [
  [
    9,
    13.5,
    {
      ja: "もみじ谷で降りるのは、葉っぱだけ。",
      en: "At Maple Valley, only the leaves get off.",
      de: "In Ahorntal steigen nur die Blätter aus.",
      ar: "في وادي القيقب لا ينزل إلا ورق الشجر.",
    },
  ],
  [
    19,
    24,
    {
      ja: "それでも、彼女は毎年ホームで待っている。",
      en: "And still she waits on the platform, each year.",
      de: "Und doch wartet sie jedes Jahr am Bahnsteig.",
      ar: "ومع ذلك تنتظر على الرصيف كلّ عام.",
    },
  ],
  [
    36,
    41,
    {
      ja: "今年は、わたしが降りた。",
      en: "This year, I got off.",
      de: "Dieses Jahr bin ich ausgestiegen.",
      ar: "هذا العام نزلتُ أنا.",
    },
  ],
];

const winter: readonly Line[] = [
  [
    9,
    13.5,
    {
      ja: "終着駅。ここから先は雪の線路だ。",
      en: "The terminus. From here on, the line is snow.",
      de: "Endstation. Von hier an ist die Strecke Schnee.",
      ar: "آخر الخط. من هنا تصير السكّة ثلجًا.",
    },
  ],
  [
    19,
    24,
    {
      ja: "灯りを消して、\nもう一度だけ振り返る。",
      en: "I put out the lights\nand look back once more.",
      de: "Ich lösche die Lichter\nund sehe mich noch einmal um.",
      ar: "أطفئ الأنوار\nوألتفت مرّة أخيرة.",
    },
  ],
  [
    36,
    41,
    {
      ja: "明日の始発は、七時四分。",
      en: "Tomorrow's first train is at four past seven.",
      de: "Der erste Zug morgen fährt um sieben Uhr vier.",
      ar: "أول قطار غدًا في السابعة وأربع دقائق.",
    },
  ],
];

export const STATIONS: readonly Extras[] = [spring, summer, autumn, winter].map((lines) => ({
  ...frame,
  lines,
}));
