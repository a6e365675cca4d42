import type { Entry } from "./entry.ts";

/** Deserts, old towns, warm coasts and another planet. */
export const SOUTH: readonly Entry[] = [
  {
    id: "caravan-of-the-ninth-moon", kind: "film", year: 1974, access: "free", rating: 6, genres: ["adventure", "drama"], originalLanguage: "ar", colour: "#d7935f", popularity: 6400,
    texts: {
      ar: ["قافلة القمر التاسع", "ثمانية أقمار وهم يسيرون، ولم يبقَ في القِرَب إلا ماء الذاكرة. يقسم الدليل أن البئر على مسيرة ليلة، ولا أحد يعرف أنه لم يعبر هذه الرمال من قبل."],
      en: ["Caravan of the Ninth Moon", "They have walked for eight moons and the skins hold little but the memory of water. The guide swears the well is one night away; nobody knows that he has never crossed these sands before."],
      de: ["Die Karawane des neunten Mondes", "Acht Monde sind sie gegangen, und in den Schläuchen ist kaum mehr als die Erinnerung an Wasser. Der Führer schwört, der Brunnen liege eine Nacht entfernt; niemand weiß, dass er diesen Sand noch nie durchquert hat."],
      ja: ["九番目の月の隊商", "八つの月を歩きつづけ、水袋に残るのは水の記憶ばかり。井戸まであと一夜だと案内人は誓うが、彼がこの砂漠を渡ったことがないとは誰も知らない。"],
    },
    poster: { layout: "arch", tagline: "The well is one night away.", director: "Idris al-Nahhas", music: "Layla Benomar", at: 5 },
    scene: {
      seed: 201, hour: 18.8, season: "summer", weather: "clear", palette: "copper_eve", light: { kind: "crescent", x: 0.6, y: 0.24, r: 26 },
      parts: [
        { kind: "stars", count: 60 },
        { kind: "ridge", form: "dunes", depth: 0.15, y: 0.62, height: 50 },
        { kind: "ridge", form: "dunes", depth: 0.35, y: 0.72, height: 66 },
        { kind: "ridge", form: "dunes", depth: 0.62, y: 0.86, height: 70 },
        { kind: "figure", who: "camels", x: 0.5, y: 0.775, size: 27, depth: 0.95 },
        { kind: "ridge", form: "dunes", depth: 0.9, y: 1.04, height: 80 },
      ],
      sound: { key: 50, mode: "dorian", pace: 7, voice: "harp", air: "wind" },
    },
  },
  {
    id: "city-of-swallows", kind: "film", year: 2009, access: "free", rating: 12, genres: ["romance", "drama"], originalLanguage: "ar", colour: "#b85d92", popularity: 5400,
    texts: {
      ar: ["مدينة السنونو", "فوق سطوح المدينة القديمة تُعرف أخبار الناس من أسراب السنونو. خيّاطة وساعي بريد متقاعد يتعلمان قراءة السماء قبل أن ترحل الطيور."],
      en: ["City of Swallows", "On the roofs of the old city, the swallows are said to carry everybody's news. A seamstress and a retired postman learn to read the sky before the birds leave."],
      de: ["Stadt der Schwalben", "Über den Dächern der Altstadt, heißt es, tragen die Schwalben die Nachrichten aller Leute. Eine Schneiderin und ein Postbote im Ruhestand lernen, den Himmel zu lesen, ehe die Vögel ziehen."],
      ja: ["つばめの都", "旧市街の屋根の上では、つばめが人々の便りを運ぶという。仕立て屋の女と退職した郵便配達人は、鳥たちが去る前に空の読み方を覚えようとする。"],
    },
    poster: { layout: "stack", tagline: "Read the sky before they leave.", director: "Salma Qasim", music: "Hadi Zaytoun", at: 6 },
    scene: {
      seed: 213, hour: 19.4, season: "summer", weather: "clear", palette: "violet_dusk", light: { kind: "sun", x: 0.68, y: 0.5, r: 38 },
      parts: [
        { kind: "clouds", form: "streaks", y: 0.36, count: 7 },
        { kind: "ridge", form: "hills", depth: 0.14, y: 0.64, height: 50 },
        { kind: "town", style: "medina", depth: 0.32, y: 0.7, size: 26, count: 46 },
        { kind: "town", style: "medina", depth: 0.58, y: 0.82, size: 36, count: 40 },
        { kind: "woods", tree: "palm", depth: 0.66, y: 0.86, size: 70, density: 0.4 },
        { kind: "town", style: "medina", depth: 0.92, y: 0.99, size: 54, count: 30 },
        { kind: "birds", y: 0.38, count: 26, size: 6 },
      ],
      sound: { key: 51, mode: "minor", pace: 6, voice: "harp", air: "city" },
    },
  },
  {
    id: "forty-balloons", kind: "film", year: 2018, access: "free", rating: 0, genres: ["adventure", "family"], originalLanguage: "tr", colour: "#ecc184", popularity: 6300,
    texts: {
      tr: ["Kırk Balon", "Vadide her sabah otuz dokuz balon havalanır; kırkıncısı, kaybolan bir pilotun bekleyen sepetidir. Kızı on altı yaşına bastığı gün o sepete biner."],
      en: ["Forty Balloons", "Every dawn thirty-nine balloons rise over the valley; the fortieth is the waiting basket of a pilot who never came down. On the morning she turns sixteen, his daughter climbs in."],
      de: ["Vierzig Ballons", "Jeden Morgen steigen neununddreißig Ballons über dem Tal auf; der vierzigste ist der wartende Korb eines Piloten, der nie wieder landete. An ihrem sechzehnten Geburtstag klettert seine Tochter hinein."],
      ja: ["四十の気球", "夜明けの谷に舞い上がる三十九の気球。四十番目は、帰らなかった操縦士を待つ籠だった。十六歳になった朝、その娘が籠に乗りこむ。"],
      ar: ["أربعون منطادًا", "كل فجر يرتفع فوق الوادي تسعة وثلاثون منطادًا، أما الأربعون فسلّة تنتظر طيارًا لم يهبط قط. وفي صباح عيدها السادس عشر تصعد ابنته إليها."],
    },
    poster: { layout: "headline", tagline: "One basket is still waiting", director: "Deniz Arıkan", music: "Selin Toprak", at: 34 },
    scene: {
      seed: 227, hour: 7, season: "summer", weather: "clear", palette: "amber_gold", light: { kind: "sun", x: 0.3, y: 0.44, r: 30 },
      parts: [
        { kind: "ridge", form: "mesa", depth: 0.14, y: 0.64, height: 90 },
        { kind: "mist", y: 0.52, height: 80, strength: 0.7 },
        { kind: "balloons", count: 11, size: 40 },
        { kind: "ridge", form: "mesa", depth: 0.42, y: 0.78, height: 80 },
        { kind: "ridge", form: "hills", depth: 0.7, y: 0.92, height: 50, trees: "poplar", treeSize: 34, density: 0.5 },
        { kind: "field", form: "grass", y: 0.94, depth: 0.95 },
      ],
      sound: { key: 55, mode: "lydian", pace: 5.5, voice: "piano", air: "wind" },
    },
  },
  {
    id: "the-kite-above-khanom", kind: "film", year: 2011, access: "free", rating: 0, genres: ["family"], originalLanguage: "th", colour: "#9fd4d6", popularity: 4700,
    texts: {
      th: ["ว่าวเหนือขนอม", "เด็กชายเล่นว่าวทุกเย็นเพื่อให้แม่ที่ทำงานอยู่อีกฟากทะเลมองเห็น วันหนึ่งสายป่านขาด แล้วทั้งหมู่บ้านก็ออกตามหาว่าวตัวนั้น"],
      en: ["The Kite above Khanom", "Every evening a boy flies his kite so that his mother, working across the bay, can see it. One day the string breaks, and the whole village goes looking."],
      de: ["Der Drachen über Khanom", "Jeden Abend lässt ein Junge seinen Drachen steigen, damit die Mutter ihn jenseits der Bucht sieht. Eines Tages reißt die Schnur, und das ganze Dorf macht sich auf die Suche."],
      ja: ["カノムの空の凧", "少年は毎夕、湾の向こうで働く母に見えるようにと凧をあげる。ある日糸が切れ、村じゅうがその凧を探しに出た。"],
      ar: ["طائرة ورقية فوق خانوم", "كل مساء يطلق صبي طائرته الورقية لتراها أمه العاملة على الضفة الأخرى من الخليج. وذات يوم ينقطع الخيط، فتخرج القرية كلها للبحث عنها."],
    },
    poster: { layout: "stack", tagline: "Fly it where she can see it.", director: "Krit Suwannarat", music: "Ploy Jantra", at: 4 },
    scene: {
      seed: 236, hour: 10, season: "summer", weather: "clear", palette: "mint_spring", light: { kind: "sun", x: 0.74, y: 0.3, r: 26 },
      parts: [
        { kind: "clouds", form: "cumulus", y: 0.42, count: 10 },
        { kind: "ridge", form: "cliffs", depth: 0.2, y: 0.655, height: 70, trees: "round", treeSize: 9 },
        { kind: "water", y: 0.65, calm: true },
        { kind: "boats", style: "sail", y: 0.71, size: 22, count: 6, depth: 0.5 },
        { kind: "ridge", form: "hills", depth: 0.8, y: 0.96, height: 60 },
        { kind: "field", form: "grass", y: 0.87, depth: 0.86 },
        { kind: "figure", who: "child", x: 0.64, y: 0.915, size: 76, depth: 0.86 },
      ],
      sound: { key: 57, mode: "major", pace: 5, voice: "harp", air: "sea" },
    },
  },
  {
    id: "signals-from-the-red-shore", kind: "series", year: 2026, access: "vip", rating: 12, genres: ["science-fiction", "mystery"], originalLanguage: "en", colour: "#b6513f", popularity: 8300,
    texts: {
      en: ["Signals from the Red Shore", "Two surveyors keep a station beside a sea that dried up before there were eyes to see it. On the four hundredth day, the tide gauge moves."],
      de: ["Signale vom roten Ufer", "Zwei Vermesser betreiben eine Station an einem Meer, das versiegte, ehe es Augen gab, es zu sehen. Am vierhundertsten Tag schlägt der Pegelmesser aus."],
      ja: ["赤い岸からの信号", "見る者が生まれるより前に干上がった海のほとりで、二人の測量士が基地を守っている。四百日目、潮位計が動いた。"],
      ar: ["إشارات من الشاطئ الأحمر", "مسّاحان يحرسان محطة عند بحر جفّ قبل أن توجد عيون تراه. وفي اليوم الأربعمئة يتحرك مقياس المدّ."],
    },
    episodes: [
      { titles: { en: "The Gauge", de: "Der Pegel", ja: "潮位計", ar: "المقياس" } },
      { titles: { en: "Salt Weather", de: "Salzwetter", ja: "塩の天気", ar: "طقس الملح" }, scene: { hour: 18, palette: "ember" } },
      { titles: { en: "High Water", de: "Hochwasser", ja: "満潮", ar: "المدّ" }, scene: { hour: 22, palette: "violet_dusk" } },
    ],
    poster: { layout: "vertical", tagline: "The tide gauge moved.", director: "Ines Calloway", music: "Orrin Vance", at: 4 },
    scene: {
      seed: 249, hour: 20, season: "winter", weather: "clear", palette: "red_planet", light: { kind: "planet", x: 0.66, y: 0.3, r: 52 },
      parts: [
        { kind: "stars", count: 220 },
        { kind: "ridge", form: "mesa", depth: 0.16, y: 0.68, height: 80 },
        { kind: "mist", y: 0.58, height: 60, strength: 0.6 },
        { kind: "ridge", form: "cliffs", depth: 0.4, y: 0.78, height: 60 },
        { kind: "ridge", form: "dunes", depth: 0.72, y: 0.93, height: 50 },
        { kind: "figure", who: "tent", x: 0.34, y: 0.87, size: 46, depth: 0.74 },
        { kind: "ridge", form: "dunes", depth: 0.95, y: 1.05, height: 60 },
      ],
      sound: { key: 41, mode: "minor", pace: 8, voice: "pad", air: "wind" },
    },
  },
];
