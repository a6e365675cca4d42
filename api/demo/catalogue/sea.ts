import type { Entry } from "./entry.ts";

/** Coasts, islands and open water. */
export const SEA: readonly Entry[] = [
  {
    id: "the-keeper-of-skarholm", kind: "series", year: 2025, access: "vip", rating: 12, genres: ["mystery", "drama"], originalLanguage: "de", colour: "#3d5c61", hero: 3, popularity: 9900,
    texts: {
      de: ["Der Wärter von Skarholm", "Das Leuchtfeuer auf Skarholm brennt seit neun Jahren ohne Wärter. Als eine junge Technikerin es abschalten soll, findet sie ein Logbuch, das jemand bis gestern geführt hat."],
      en: ["The Keeper of Skarholm", "The light on Skarholm has burned for nine years without a keeper. A young engineer sent to switch it off finds a logbook that somebody has kept up until yesterday."],
      ja: ["スカルホルムの灯台守", "スカルホルムの灯台は、九年ものあいだ灯台守のいないまま光りつづけている。消灯を命じられた若い技師が見つけたのは、昨日まで書き継がれた日誌だった。"],
      ar: ["حارس سكارهولم", "منذ تسع سنوات يضيء منار سكارهولم بلا حارس. وحين تُرسَل مهندسة شابة لإطفائه تعثر على سجلّ ظلّ أحدهم يدوّن فيه حتى الأمس."],
    },
    episodes: [
      { titles: { de: "Neun Jahre Licht", en: "Nine Years of Light", ja: "九年の光", ar: "تسع سنوات من الضوء" } },
      { titles: { de: "Das Logbuch", en: "The Logbook", ja: "日誌", ar: "السجلّ" }, scene: { hour: 19, palette: "blue_hour", weather: "clear" } },
      { titles: { de: "Springflut", en: "Spring Tide", ja: "大潮", ar: "المدّ العالي" }, scene: { hour: 22, palette: "moon_blue", weather: "clear" } },
      { titles: { de: "Wer wacht", en: "Who Keeps Watch", ja: "見張る者", ar: "من يسهر" }, scene: { hour: 6, palette: "rose_dawn", weather: "clear" } },
    ],
    poster: { layout: "headline", tagline: "Somebody is still writing it down", director: "Jonna Petersen", music: "Kai Uhland", at: 4 },
    scene: {
      seed: 52, hour: 17, season: "autumn", weather: "storm", palette: "teal_storm", light: { kind: "sun", x: 0.76, y: 0.36, r: 18 },
      parts: [
        { kind: "clouds", form: "storm", y: 0.16, count: 9 },
        { kind: "clouds", form: "storm", y: 0.28, count: 7 },
        { kind: "ridge", form: "cliffs", depth: 0.25, y: 0.575, height: 60 },
        { kind: "water", y: 0.57, calm: false },
        { kind: "lighthouse", x: 0.34, y: 0.66, size: 128 },
        { kind: "birds", y: 0.34, count: 12, size: 6 },
        { kind: "falling", what: "rain", count: 160 },
      ],
      sound: { key: 43, mode: "minor", pace: 7, voice: "strings", air: "sea" },
    },
  },
  {
    id: "whale-summer", kind: "film", year: 2017, access: "vip", rating: 0, genres: ["documentary", "nature"], originalLanguage: "en", colour: "#48659f", popularity: 7300,
    texts: {
      en: ["Whale Summer", "Each July a single humpback returns to a bay that has no name on the chart. Three generations of one family have waited for her on the same flat rock."],
      de: ["Walsommer", "Jeden Juli kehrt ein einzelner Buckelwal in eine Bucht zurück, die auf keiner Karte einen Namen hat. Drei Generationen einer Familie warten auf demselben flachen Felsen auf ihn."],
      ja: ["くじらの夏", "毎年七月、海図に名前のない入り江へ一頭のザトウクジラが帰ってくる。三世代の家族は、同じ平たい岩の上でその姿を待ちつづけてきた。"],
      ar: ["صيف الحوت", "في كل تموز يعود حوت أحدب وحيد إلى خليج لا اسم له على الخرائط. ثلاثة أجيال من عائلة واحدة انتظرته على الصخرة المسطحة نفسها."],
    },
    poster: { layout: "wide", tagline: "She always comes back.", director: "Rowan Ashby", music: "Tamsin Vale", at: 1 },
    scene: {
      seed: 61, hour: 20, season: "summer", weather: "clear", palette: "blue_hour", light: { kind: "sun", x: 0.5, y: 0.51, r: 34 },
      parts: [
        { kind: "clouds", form: "streaks", y: 0.42, count: 5 },
        { kind: "ridge", form: "peaks", depth: 0.18, y: 0.57, height: 60, snow: true },
        { kind: "water", y: 0.56, calm: false },
        { kind: "figure", who: "whale", x: 0.5, y: 0.73, size: 84, depth: 0.9 },
        { kind: "birds", y: 0.36, count: 10, size: 5 },
      ],
      sound: { key: 47, mode: "lydian", pace: 8, voice: "pad", air: "sea" },
    },
  },
  {
    id: "steamer-to-nowhere", kind: "film", year: 1968, access: "free", rating: 12, genres: ["mystery", "adventure"], originalLanguage: "en", colour: "#83272b", popularity: 4300,
    texts: {
      en: ["Steamer to Nowhere", "The passengers of the Corvina have all bought tickets to different ports, and the captain has promised each of them the next stop. On the fifth red evening, somebody looks at the compass."],
      de: ["Dampfer nach Nirgendwo", "Alle Passagiere der Corvina haben Karten zu verschiedenen Häfen, und jedem hat der Kapitän den nächsten Halt versprochen. Am fünften roten Abend schaut jemand auf den Kompass."],
      ja: ["どこへも着かない汽船", "コルヴィナ号の乗客はみな違う港への切符を持ち、船長は誰にでも「次の港です」と約束した。五度目の赤い夕暮れ、ひとりが羅針盤をのぞきこむ。"],
      ar: ["باخرة إلى لا مكان", "ركّاب «كورفينا» يحملون تذاكر إلى موانئ مختلفة، وقد وعد القبطان كلًّا منهم بأن ميناءه هو التالي. وفي المساء الأحمر الخامس ينظر أحدهم إلى البوصلة."],
    },
    poster: { layout: "serif", tagline: "Next stop, always.", director: "Edmund Marlowe", music: "Vera Lindqvist", at: 20 },
    scene: {
      seed: 77, hour: 18.6, season: "summer", weather: "cloudy", palette: "ember", light: { kind: "sun", x: 0.5, y: 0.54, r: 62 },
      parts: [
        { kind: "clouds", form: "streaks", y: 0.3, count: 10 },
        { kind: "water", y: 0.62, calm: false },
        { kind: "boats", style: "steamer", y: 0.66, size: 74, count: 3, depth: 0.85 },
        { kind: "birds", y: 0.45, count: 8, size: 5 },
      ],
      sound: { key: 46, mode: "minor", pace: 6, voice: "strings", air: "sea" },
    },
  },
  {
    id: "harbour-of-paper-boats", kind: "film", year: 2015, access: "free", rating: 0, genres: ["family", "adventure"], originalLanguage: "ms", colour: "#2ba3b3", popularity: 5600,
    texts: {
      ms: ["Pelabuhan Perahu Kertas", "Setiap anak di pulau itu melipat sebuah perahu kertas untuk ayah yang belum pulang dari laut. Suatu pagi, satu perahu kembali – membawa balasan."],
      en: ["Harbour of Paper Boats", "Every child on the island folds a paper boat for a father who is still at sea. One morning a boat comes back, carrying an answer."],
      de: ["Hafen der Papierboote", "Jedes Kind der Insel faltet ein Papierboot für einen Vater, der noch auf See ist. Eines Morgens kehrt ein Boot zurück – mit einer Antwort."],
      ja: ["紙の舟の港", "島の子どもたちはみな、海から戻らない父のために紙の舟を折る。ある朝、そのうちの一艘が返事をのせて帰ってきた。"],
      ar: ["ميناء القوارب الورقية", "كل طفل في الجزيرة يطوي قاربًا من ورق لأبٍ لم يعد بعد من البحر. وذات صباح يعود أحد القوارب حاملًا جوابًا."],
    },
    poster: { layout: "serif", tagline: "Fold it. Float it. Wait.", director: "Nur Aisyah Rahim", music: "Faiz Omar", at: 6 },
    scene: {
      seed: 83, hour: 10, season: "summer", weather: "clear", palette: "lagoon", light: { kind: "sun", x: 0.28, y: 0.3, r: 24 },
      parts: [
        { kind: "clouds", form: "cumulus", y: 0.42, count: 9 },
        { kind: "ridge", form: "hills", depth: 0.15, y: 0.6, height: 60 },
        { kind: "ridge", form: "hills", depth: 0.35, y: 0.6, height: 34, trees: "palm", treeSize: 30, density: 0.7 },
        { kind: "water", y: 0.595, calm: false },
        { kind: "boats", style: "sampan", y: 0.74, size: 34, count: 6, depth: 0.75 },
        { kind: "woods", tree: "palm", depth: 0.95, y: 0.99, size: 150, density: 0.42 },
      ],
      sound: { key: 55, mode: "major", pace: 5, voice: "harp", air: "sea" },
    },
  },
  {
    id: "fireflies-of-the-mangrove", kind: "film", year: 2012, access: "vip", rating: 0, genres: ["documentary", "nature"], originalLanguage: "id", colour: "#12413f", popularity: 4900,
    texts: {
      id: ["Kunang-Kunang Hutan Bakau", "Di sebuah sungai tanpa listrik, ribuan kunang-kunang berkedip serempak seperti satu jantung. Seorang nelayan menghitungnya setiap malam, sejak malam ketika jumlahnya mulai berkurang."],
      en: ["Fireflies of the Mangrove", "On a river without electricity, thousands of fireflies blink together like one heart. A fisherman has counted them every night since the night they began to grow fewer."],
      de: ["Glühwürmchen im Mangrovenwald", "An einem Fluss ohne Strom blinken Tausende Glühwürmchen im Takt wie ein einziges Herz. Ein Fischer zählt sie jede Nacht, seit sie weniger zu werden begannen."],
      ja: ["マングローブの蛍", "電気の通わない川辺で、何千もの蛍がひとつの心臓のように明滅する。その数が減りはじめた夜から、ひとりの漁師は毎晩それを数えつづけている。"],
      ar: ["يراعات غابة القرم", "على نهر بلا كهرباء تومض آلاف اليراعات معًا كقلب واحد. صيّاد يعدّها كل ليلة، منذ الليلة التي بدأت فيها تتناقص."],
    },
    poster: { layout: "arch", tagline: "Ten thousand lights, one heart.", director: "Bagas Wiratama", music: "Sekar Ayu", at: 7 },
    scene: {
      seed: 96, hour: 21, season: "summer", weather: "mist", palette: "firefly_green", light: { kind: "crescent", x: 0.68, y: 0.22, r: 17 },
      parts: [
        { kind: "stars", count: 120 },
        { kind: "ridge", form: "hills", depth: 0.22, y: 0.62, height: 46, trees: "round", treeSize: 26, density: 1 },
        { kind: "water", y: 0.63, calm: true },
        { kind: "town", style: "stilts", depth: 0.6, y: 0.735, size: 26, count: 12 },
        { kind: "mist", y: 0.6, height: 60, strength: 0.5 },
        { kind: "woods", tree: "palm", depth: 0.9, y: 0.97, size: 130, density: 0.5 },
        { kind: "falling", what: "fireflies", count: 110 },
      ],
      sound: { key: 52, mode: "pentatonic", pace: 6, voice: "bells", air: "night" },
    },
  },
];
