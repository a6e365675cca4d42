import type { Entry } from "./entry.ts";

/** Cities at night, railway valleys and flowering fields. */
export const INLAND: readonly Entry[] = [
  {
    id: "last-train-to-harrow-vale", kind: "film", year: 1998, access: "free", rating: 0, genres: ["drama", "romance"], originalLanguage: "en", colour: "#dcb888", popularity: 6600,
    texts: {
      en: ["Last Train to Harrow Vale", "The branch line closes on Sunday, and half the county has come for the final run. In carriage four, a signalman and the woman he once let miss her connection have ninety minutes left."],
      de: ["Letzter Zug nach Harrow Vale", "Am Sonntag wird die Nebenstrecke stillgelegt, und die halbe Grafschaft ist zur letzten Fahrt gekommen. Im vierten Wagen haben ein Stellwerker und die Frau, die seinetwegen einst ihren Anschluss verpasste, noch neunzig Minuten."],
      ja: ["ハロウ・ヴェイル行き最終列車", "日曜に廃線となる支線の最後の列車に、郡の半分が乗りにきた。四号車では、信号手と、かつて彼のせいで乗り継ぎを逃した女に、九十分だけ時間が残されている。"],
      ar: ["القطار الأخير إلى هارو فيل", "يُغلق الخط الفرعي يوم الأحد، وقد جاء نصف المقاطعة للرحلة الأخيرة. في العربة الرابعة أمام عامل الإشارات والمرأة التي فوّت عليها قطارها يومًا تسعون دقيقة فقط."],
    },
    poster: { layout: "serif", tagline: "Ninety minutes left.", director: "Alastair Penrose", music: "Nell Winter", at: 9 },
    scene: {
      seed: 303, hour: 16.5, season: "autumn", weather: "clear", palette: "harvest", light: { kind: "sun", x: 0.7, y: 0.4, r: 26 },
      parts: [
        { kind: "clouds", form: "cumulus", y: 0.38, count: 8 },
        { kind: "ridge", form: "hills", depth: 0.15, y: 0.62, height: 70 },
        { kind: "ridge", form: "hills", depth: 0.34, y: 0.7, height: 60, trees: "round", treeSize: 14 },
        { kind: "town", style: "chapel", depth: 0.4, y: 0.73, size: 15, count: 12 },
        { kind: "train", y: 0.68, size: 17, viaduct: true },
        { kind: "ridge", form: "hills", depth: 0.65, y: 0.9, height: 50, trees: "round", treeSize: 30, density: 0.8 },
        { kind: "field", form: "wheat", y: 0.93, depth: 0.95 },
        { kind: "falling", what: "leaves", count: 40 },
      ],
      sound: { key: 50, mode: "major", pace: 6, voice: "strings", air: "wind" },
    },
  },
  {
    id: "rain-on-mapo-bridge", kind: "film", year: 2019, access: "vip", rating: 16, genres: ["mystery", "drama"], originalLanguage: "ko", colour: "#1f5260", popularity: 8100,
    texts: {
      ko: ["마포대교에 내리는 비", "비 오는 밤마다 다리 한가운데에 빨간 우산이 서 있다. 야간 택시 기사는 세 번을 지나치고, 네 번째 밤에 차를 세운다."],
      en: ["Rain on Mapo Bridge", "Whenever it rains at night, a red umbrella stands in the middle of the bridge. A taxi driver passes it three times, and on the fourth night he stops."],
      de: ["Regen auf der Mapo-Brücke", "Immer wenn es nachts regnet, steht ein roter Schirm mitten auf der Brücke. Ein Taxifahrer fährt dreimal vorbei, in der vierten Nacht hält er an."],
      ja: ["麻浦大橋に降る雨", "雨の夜になると、橋の真ん中に赤い傘が立っている。夜勤のタクシー運転手は三度通り過ぎ、四度目の夜に車を停める。"],
      ar: ["مطر على جسر مابو", "كلما أمطرت ليلًا وقفت مظلة حمراء في منتصف الجسر. يمرّ بها سائق أجرة ثلاث مرات، وفي الليلة الرابعة يتوقف."],
    },
    poster: { layout: "crown", tagline: "On the fourth night he stopped", director: "Kang Ji-woo", music: "Seo Haneul", at: 5 },
    scene: {
      seed: 317, hour: 23, season: "autumn", weather: "rain", palette: "rain_neon", light: { kind: "none", x: 0.4, y: 0.5, r: 30 },
      parts: [
        { kind: "clouds", form: "storm", y: 0.14, count: 8 },
        { kind: "city", depth: 0.16, y: 0.68, height: 150, lit: 0.34 },
        { kind: "city", depth: 0.42, y: 0.7, height: 120, lit: 0.36 },
        { kind: "water", y: 0.7, calm: true },
        { kind: "mist", y: 0.6, height: 60, strength: 0.5 },
        { kind: "posts", y: 0.925, depth: 0.85, size: 120 },
        { kind: "ridge", form: "hills", depth: 0.98, y: 0.92, height: 5 },
        { kind: "figure", who: "umbrella", x: 0.62, y: 0.922, size: 92, depth: 0.98 },
        { kind: "falling", what: "rain", count: 520 },
      ],
      sound: { key: 45, mode: "minor", pace: 7, voice: "piano", air: "rain" },
    },
  },
  {
    id: "ten-thousand-windows", kind: "film", year: 2020, access: "vip", rating: 12, genres: ["drama", "romance"], originalLanguage: "zh", colour: "#4a3558", popularity: 7700,
    texts: {
      zh: ["万家灯火", "他负责在凌晨抄写整座城市的电表，她在第四十一层的窗前总是不关灯。一场停电让一万扇窗同时暗下，他第一次抬头，却找不到她的那一扇。"],
      en: ["Ten Thousand Windows", "He reads the city's meters before dawn; on the forty-first floor she never turns out her light. When a power cut darkens ten thousand windows at once, he looks up and cannot find hers."],
      de: ["Zehntausend Fenster", "Er liest vor Tagesanbruch die Zähler der Stadt ab; im einundvierzigsten Stock löscht sie nie das Licht. Als ein Stromausfall zehntausend Fenster zugleich verdunkelt, blickt er auf und findet ihres nicht."],
      ja: ["一万の窓", "夜明け前に街じゅうの電気メーターを読む男と、四十一階で灯りを消さない女。停電が一万の窓をいっせいに暗くした夜、男は初めて顔を上げ、彼女の窓を見失う。"],
      ar: ["عشرة آلاف نافذة", "يقرأ عدّادات المدينة قبل الفجر، وهي في الطابق الحادي والأربعين لا تطفئ نورها أبدًا. وحين تُظلم عشرة آلاف نافذة دفعة واحدة يرفع رأسه فلا يجد نافذتها."],
    },
    poster: { layout: "crown", tagline: "He only knew her light", director: "Fang Ruoxi", music: "Deng Kai", at: 8 },
    scene: {
      seed: 329, hour: 20.5, season: "autumn", weather: "clear", palette: "sodium_city", light: { kind: "moon", x: 0.7, y: 0.4, r: 34 },
      parts: [
        { kind: "stars", count: 70 },
        { kind: "clouds", form: "streaks", y: 0.42, count: 6 },
        { kind: "city", depth: 0.16, y: 0.76, height: 150, lit: 0.4 },
        { kind: "mist", y: 0.6, height: 70, strength: 0.45 },
        { kind: "city", depth: 0.46, y: 0.86, height: 150, lit: 0.42 },
        { kind: "city", depth: 0.85, y: 1.04, height: 130, lit: 0.36 },
      ],
      sound: { key: 47, mode: "dorian", pace: 6, voice: "piano", air: "city" },
    },
  },
  {
    id: "lavender-hours", kind: "film", year: 2008, access: "free", rating: 6, genres: ["romance", "nature"], originalLanguage: "pt", colour: "#cfb1d2", popularity: 5100,
    texts: {
      pt: ["Horas de Alfazema", "Uma perfumista que perdeu o olfato volta à quinta da avó na última semana da colheita. Quem lhe ensina de novo os cheiros é um rapaz que só os conhece pelas cores."],
      en: ["Lavender Hours", "A perfumer who has lost her sense of smell returns to her grandmother's farm in the last week of harvest. The one who teaches her scent again is a man who knows it only as colour."],
      de: ["Lavendelstunden", "Eine Parfümeurin ohne Geruchssinn kehrt in der letzten Erntewoche auf den Hof ihrer Großmutter zurück. Die Düfte lehrt sie einer neu, der sie nur als Farben kennt."],
      ja: ["ラベンダーの時間", "嗅覚を失った調香師が、収穫最後の週に祖母の農園へ帰ってくる。香りをもう一度教えてくれるのは、香りを色としてしか知らない青年だった。"],
      ar: ["ساعات الخزامى", "صانعة عطور فقدت حاسة الشم تعود إلى مزرعة جدتها في آخر أسابيع الحصاد. ومن يعلّمها الروائح من جديد شاب لا يعرفها إلا ألوانًا."],
    },
    poster: { layout: "stack", tagline: "He knew every scent by colour.", director: "Beatriz Nogueira", music: "Tomás Lira", at: 7 },
    scene: {
      seed: 338, hour: 19, season: "summer", weather: "clear", palette: "lilac_haze", light: { kind: "sun", x: 0.62, y: 0.5, r: 30 },
      parts: [
        { kind: "clouds", form: "streaks", y: 0.34, count: 6 },
        { kind: "ridge", form: "hills", depth: 0.12, y: 0.62, height: 66 },
        { kind: "ridge", form: "hills", depth: 0.34, y: 0.68, height: 44, trees: "poplar", treeSize: 30, density: 0.5 },
        { kind: "town", style: "chapel", depth: 0.45, y: 0.7, size: 20, count: 8 },
        { kind: "field", form: "lavender", y: 0.72, depth: 0.8 },
        { kind: "birds", y: 0.4, count: 6, size: 5 },
      ],
      sound: { key: 54, mode: "lydian", pace: 6, voice: "strings", air: "birds" },
    },
  },
  {
    id: "poppy-season", kind: "film", year: 1979, access: "free", rating: 6, genres: ["drama", "family"], originalLanguage: "de", colour: "#f0cf9c", popularity: 4100,
    texts: {
      de: ["Mohnzeit", "Drei Schwestern erben eine Mühle, die seit dem Tod der Mutter stillsteht. Als der Mohn aufgeht, dreht sich ein Flügel – und keine von ihnen will es gewesen sein."],
      en: ["Poppy Season", "Three sisters inherit a windmill that has stood still since their mother died. When the poppies open, one sail begins to turn, and none of them admits to having touched it."],
      ja: ["ひなげしの季節", "三姉妹が受け継いだのは、母の死から止まったままの風車だった。ひなげしの咲いた朝、羽根がひとつ回りはじめるが、触れたと言う者は誰もいない。"],
      ar: ["موسم الخشخاش", "ثلاث أخوات يرثن طاحونة توقفت منذ وفاة أمهن. وحين يتفتّح الخشخاش تدور إحدى الأذرع، ولا تعترف أي منهن بأنها لمستها."],
    },
    poster: { layout: "frame", tagline: "None of them touched it.", director: "Hedda Krall", music: "Emil Vogt", at: 2 },
    scene: {
      seed: 352, hour: 17, season: "summer", weather: "clear", palette: "amber_gold", light: { kind: "sun", x: 0.28, y: 0.42, r: 34 },
      parts: [
        { kind: "clouds", form: "cumulus", y: 0.34, count: 8 },
        { kind: "ridge", form: "hills", depth: 0.14, y: 0.66, height: 46 },
        { kind: "ridge", form: "hills", depth: 0.4, y: 0.74, height: 40, trees: "poplar", treeSize: 34, density: 0.45 },
        { kind: "figure", who: "windmill", x: 0.66, y: 0.745, size: 92, depth: 0.78 },
        { kind: "field", form: "poppies", y: 0.735, depth: 0.8 },
        { kind: "birds", y: 0.36, count: 9, size: 5 },
      ],
      sound: { key: 52, mode: "major", pace: 6, voice: "strings", air: "birds" },
    },
  },
];
