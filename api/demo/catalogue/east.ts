import type { Entry } from "./entry.ts";

/** Lakes, tea mountains, cherry rivers and the stations between them. */
export const EAST: readonly Entry[] = [
  {
    id: "lanterns-over-lake-suwa", kind: "film", year: 2024, access: "free", rating: 6, genres: ["romance", "drama"], originalLanguage: "ja", colour: "#6a3a5e", hero: 1, popularity: 9700,
    texts: {
      ja: ["諏訪湖の灯籠", "年に一度、湖に灯籠を放つ夜だけ、町は亡き人に手紙を書くことを許される。代筆屋の娘はある年、自分宛ての返事を受け取ってしまう。"],
      en: ["Lanterns over Lake Suwa", "One night a year, when the lanterns rise over the lake, the town is allowed to write to its dead. A letter-writer's daughter has never believed in it, until an answer arrives with her name on it."],
      de: ["Laternen über dem Suwa-See", "Eine Nacht im Jahr, wenn die Laternen über den See steigen, darf die Stadt ihren Toten schreiben. Die Tochter des Briefschreibers glaubt nicht daran – bis eine Antwort mit ihrem Namen kommt."],
      ar: ["فوانيس فوق بحيرة سووا", "في ليلة واحدة من كل عام، حين ترتفع الفوانيس فوق البحيرة، يُسمح للبلدة أن تكتب إلى موتاها. لم تؤمن ابنة كاتب الرسائل بذلك قط، حتى وصلها جواب يحمل اسمها."],
    },
    poster: { layout: "vertical", tagline: "One night a year, they answer", director: "Haruka Tsukino", music: "Ren Asagiri", at: 3 },
    scene: {
      seed: 104, hour: 21, season: "summer", weather: "clear", palette: "lantern_night", light: { kind: "moon", x: 0.72, y: 0.2, r: 24 },
      parts: [
        { kind: "stars", count: 140 },
        { kind: "ridge", form: "peaks", depth: 0.22, y: 0.64, height: 105 },
        { kind: "ridge", form: "hills", depth: 0.45, y: 0.68, height: 46, trees: "pine", treeSize: 18 },
        { kind: "water", y: 0.675, calm: true },
        { kind: "town", style: "pagoda", depth: 0.7, y: 0.79, size: 26, count: 20 },
        { kind: "lanterns", count: 64 },
        { kind: "boats", style: "sampan", y: 0.88, size: 40, count: 3, depth: 0.95 },
      ],
      sound: { key: 50, mode: "pentatonic", pace: 6.5, voice: "harp", air: "night" },
    },
  },
  {
    id: "small-stations", kind: "series", year: 2022, access: "free", rating: 0, genres: ["drama", "family"], originalLanguage: "ja", colour: "#e8cdd8", hero: 5, popularity: 9100,
    texts: {
      ja: ["小さな駅", "一日に三本しか列車の来ない路線を、ひとりの車掌がひととせ乗りつづける。駅ごとに誰かが降り、誰かが待ち、季節だけが時刻表どおりにやってくる。"],
      en: ["Small Stations", "A conductor spends a year on a line with three trains a day. At every station someone gets off and someone is waiting, and only the seasons keep to the timetable."],
      de: ["Kleine Bahnhöfe", "Ein Schaffner verbringt ein Jahr auf einer Strecke mit drei Zügen am Tag. An jedem Bahnhof steigt jemand aus, jemand wartet, und nur die Jahreszeiten halten sich an den Fahrplan."],
      ar: ["محطات صغيرة", "يقضي قاطع تذاكر عامًا على خط لا يمرّ به سوى ثلاثة قطارات في اليوم. في كل محطة ينزل أحد وينتظر أحد، ولا يلتزم بالمواعيد إلا الفصول."],
    },
    episodes: [
      { titles: { ja: "春　さくら坂", en: "Spring: Sakurazaka", de: "Frühling: Sakurazaka", ar: "الربيع: ساكورازاكا" } },
      { titles: { ja: "夏　みずうみ", en: "Summer: Lakeside", de: "Sommer: Am See", ar: "الصيف: على البحيرة" }, scene: { season: "summer", palette: "lagoon", hour: 13 } },
      { titles: { ja: "秋　もみじ谷", en: "Autumn: Maple Valley", de: "Herbst: Ahorntal", ar: "الخريف: وادي القيقب" }, scene: { season: "autumn", palette: "harvest", hour: 16 } },
      { titles: { ja: "冬　終着駅", en: "Winter: Terminus", de: "Winter: Endstation", ar: "الشتاء: آخر الخط" }, scene: { season: "winter", palette: "white_out", hour: 15 } },
    ],
    poster: { layout: "frame", tagline: "Three trains a day.", director: "Yuto Kanda", music: "Mio Hara", at: 2 },
    scene: {
      seed: 115, hour: 9, season: "spring", weather: "clear", palette: "sakura", light: { kind: "sun", x: 0.26, y: 0.24, r: 20 },
      parts: [
        { kind: "clouds", form: "cumulus", y: 0.3, count: 7 },
        { kind: "ridge", form: "peaks", depth: 0.12, y: 0.58, height: 100, snow: true },
        { kind: "ridge", form: "hills", depth: 0.32, y: 0.66, height: 60, trees: "round", treeSize: 15 },
        { kind: "train", y: 0.64, size: 15, viaduct: true },
        { kind: "ridge", form: "hills", depth: 0.6, y: 0.87, height: 42, trees: "round", treeSize: 22 },
        { kind: "town", style: "pagoda", depth: 0.66, y: 0.86, size: 24, count: 10 },
        { kind: "woods", tree: "cherry", depth: 0.85, y: 0.97, size: 84, density: 0.62 },
        { kind: "falling", what: "petals", count: 90 },
      ],
      sound: { key: 53, mode: "pentatonic", pace: 5.5, voice: "piano", air: "birds" },
    },
  },
  {
    id: "the-tea-mountain", kind: "film", year: 1986, access: "free", rating: 0, genres: ["drama", "nature"], originalLanguage: "zh", colour: "#d8d1c2", popularity: 5000,
    texts: {
      zh: ["茶山", "老茶农把山分给三个儿子，却把采茶的季节留给了从不说话的孙女。雾散之前，她要独自决定哪一片叶子算是春天。"],
      en: ["The Tea Mountain", "An old grower divides his mountain among three sons and leaves the picking season to a granddaughter who never speaks. Before the mist lifts, she alone must decide which leaf is spring."],
      de: ["Der Teeberg", "Ein alter Teebauer teilt seinen Berg unter drei Söhnen auf und hinterlässt die Erntezeit einer Enkelin, die nie spricht. Ehe sich der Nebel hebt, muss sie allein entscheiden, welches Blatt der Frühling ist."],
      ja: ["茶の山", "老いた茶農は山を三人の息子に分け、摘み取りの季節だけを、口をきかない孫娘に遺した。霧が晴れる前に、どの葉が春なのかを決めるのは彼女ひとり。"],
      ar: ["جبل الشاي", "يقسم مزارع عجوز جبله بين أبنائه الثلاثة، ويترك موسم القطاف لحفيدة لا تتكلم. وقبل أن ينقشع الضباب عليها وحدها أن تقرر أي ورقة هي الربيع."],
    },
    poster: { layout: "vertical", tagline: "Before the mist lifts", director: "Shen Muqing", music: "Gu Yuan", at: 6 },
    scene: {
      seed: 122, hour: 7.5, season: "spring", weather: "mist", palette: "paper_ink", light: { kind: "sun", x: 0.74, y: 0.26, r: 27 },
      parts: [
        { kind: "ridge", form: "peaks", depth: 0.08, y: 0.5, height: 170 },
        { kind: "mist", y: 0.36, height: 100, strength: 0.9 },
        { kind: "ridge", form: "peaks", depth: 0.3, y: 0.66, height: 150 },
        { kind: "mist", y: 0.54, height: 90, strength: 0.9 },
        { kind: "ridge", form: "hills", depth: 0.55, y: 0.82, height: 70, trees: "pine", treeSize: 24, density: 0.6 },
        { kind: "mist", y: 0.72, height: 70, strength: 0.7 },
        { kind: "ridge", form: "hills", depth: 0.9, y: 1, height: 60, trees: "pine", treeSize: 60, density: 0.45 },
        { kind: "birds", y: 0.3, count: 7, size: 7 },
      ],
      sound: { key: 52, mode: "pentatonic", pace: 7.5, voice: "harp", air: "wind" },
    },
  },
  {
    id: "the-bamboo-letters", kind: "film", year: 2014, access: "vip", rating: 12, genres: ["mystery", "romance"], originalLanguage: "zh", colour: "#b3cdb0", popularity: 6900,
    texts: {
      zh: ["竹书", "竹林里每隔十年便有人在竹节上刻下一行字，笔迹却从未改变。年轻的修复师顺着字句往深处走，发现最后一行尚未写完。"],
      en: ["The Bamboo Letters", "Every ten years a line is carved into the bamboo, always in the same hand. A young conservator follows the words into the grove, and finds that the last one is unfinished."],
      de: ["Die Bambusbriefe", "Alle zehn Jahre erscheint eine Zeile im Bambus, immer in derselben Handschrift. Eine junge Restauratorin folgt den Worten in den Hain und entdeckt, dass das letzte noch nicht zu Ende geschrieben ist."],
      ja: ["竹の手紙", "十年に一度、竹に刻まれる一行の言葉。筆跡はいつも同じだった。若い修復師は文字を追って竹林の奥へ進み、最後の一行がまだ書きかけであることを知る。"],
      ar: ["رسائل الخيزران", "كل عشر سنوات يُحفر سطر على الخيزران بالخط نفسه دائمًا. تتبع مرمّمة شابة الكلمات إلى عمق الغابة، فتجد أن السطر الأخير لم يكتمل بعد."],
    },
    poster: { layout: "headline", tagline: "The last line is not finished", director: "Lu Wanning", music: "He Zhiyuan", at: 2 },
    scene: {
      seed: 131, hour: 8, season: "spring", weather: "mist", palette: "jade_monsoon", light: { kind: "sun", x: 0.6, y: 0.34, r: 32 },
      parts: [
        { kind: "ridge", form: "hills", depth: 0.12, y: 0.7, height: 90 },
        { kind: "woods", tree: "bamboo", depth: 0.22, y: 0.8, size: 330, density: 0.55 },
        { kind: "mist", y: 0.3, height: 160, strength: 0.6 },
        { kind: "woods", tree: "bamboo", depth: 0.5, y: 0.88, size: 400, density: 0.4 },
        { kind: "mist", y: 0.66, height: 90, strength: 0.7 },
        { kind: "figure", who: "walker", x: 0.56, y: 0.9, size: 58, depth: 0.85 },
        { kind: "woods", tree: "bamboo", depth: 0.95, y: 0.99, size: 560, density: 0.16 },
      ],
      sound: { key: 49, mode: "pentatonic", pace: 7, voice: "bells", air: "wind" },
    },
  },
  {
    id: "cherry-line", kind: "film", year: 1992, access: "vip", rating: 0, genres: ["romance"], originalLanguage: "ja", colour: "#f3d3dc", popularity: 7000,
    texts: {
      ja: ["桜なみき", "川沿いの桜並木を、彼は毎朝自転車で下り、彼女は毎朝歩いて上る。花の咲く十日間だけ、ふたりは同じ場所で立ち止まる。"],
      en: ["Cherry Line", "Every morning he cycles down the row of cherry trees and she walks up it. For the ten days of blossom, and only then, they stop at the same place."],
      de: ["Kirschallee", "Jeden Morgen fährt er mit dem Rad die Kirschallee hinab, und sie geht sie zu Fuß hinauf. Nur in den zehn Tagen der Blüte bleiben beide an derselben Stelle stehen."],
      ar: ["صفّ الكرز", "كل صباح ينزل بدراجته على امتداد أشجار الكرز، وتصعده هي سيرًا. وفي أيام الإزهار العشرة وحدها يتوقفان في المكان نفسه."],
    },
    poster: { layout: "wide", tagline: "Ten days a year.", director: "Fumi Shirase", music: "Jun Okabe", at: 3 },
    scene: {
      seed: 146, hour: 8.5, season: "spring", weather: "clear", palette: "sakura", light: { kind: "sun", x: 0.5, y: 0.5, r: 40 },
      parts: [
        { kind: "ridge", form: "hills", depth: 0.14, y: 0.66, height: 60 },
        { kind: "woods", tree: "cherry", depth: 0.35, y: 0.72, size: 56, density: 1 },
        { kind: "water", y: 0.745, calm: true },
        { kind: "ridge", form: "hills", depth: 0.8, y: 0.98, height: 36 },
        { kind: "figure", who: "cyclist", x: 0.44, y: 0.925, size: 58, depth: 1 },
        { kind: "woods", tree: "cherry", depth: 0.95, y: 1.03, size: 170, density: 0.34 },
        { kind: "falling", what: "petals", count: 150 },
      ],
      sound: { key: 55, mode: "major", pace: 5.5, voice: "piano", air: "birds" },
    },
  },
  {
    id: "terraces-of-the-sky", kind: "film", year: 2016, access: "free", rating: 0, genres: ["family", "nature"], originalLanguage: "vi", colour: "#86b3a5", popularity: 5800,
    texts: {
      vi: ["Ruộng Bậc Thang Lên Trời", "Người trong bản tin rằng bậc ruộng cao nhất giữ lại bầu trời của năm cũ. Khi cơn mưa đầu mùa đến muộn, cô bé mười hai tuổi một mình leo lên tìm nó."],
      en: ["Terraces of the Sky", "The village believes that the highest terrace still holds last year's sky. When the first rain is late, a girl of twelve climbs up alone to look for it."],
      de: ["Terrassen des Himmels", "Im Dorf glaubt man, die höchste Terrasse bewahre den Himmel des vergangenen Jahres. Als der erste Regen ausbleibt, steigt ein zwölfjähriges Mädchen allein hinauf, um ihn zu suchen."],
      ja: ["空の棚田", "いちばん高い棚田には去年の空が残っている――村ではそう信じられている。初めの雨が遅れた年、十二歳の少女はそれを探しにひとりで登っていく。"],
      ar: ["مدرّجات السماء", "تؤمن القرية بأن أعلى المدرّجات ما زال يحتفظ بسماء العام الماضي. وحين يتأخر المطر الأول تصعد فتاة في الثانية عشرة وحدها لتبحث عنها."],
    },
    poster: { layout: "serif", tagline: "She climbed to find the rain.", director: "Tran Minh Thu", music: "Le Bao An", at: 4 },
    scene: {
      seed: 158, hour: 9, season: "spring", weather: "mist", palette: "jade_monsoon", light: { kind: "sun", x: 0.64, y: 0.27, r: 24 },
      parts: [
        { kind: "clouds", form: "streaks", y: 0.24, count: 6 },
        { kind: "ridge", form: "peaks", depth: 0.12, y: 0.5, height: 110 },
        { kind: "mist", y: 0.36, height: 70, strength: 0.8 },
        { kind: "ridge", form: "hills", depth: 0.3, y: 0.54, height: 60, trees: "round", treeSize: 11 },
        { kind: "terraces", y: 0.53, steps: 8 },
        { kind: "figure", who: "umbrella", x: 0.34, y: 0.8, size: 42, depth: 0.74 },
        { kind: "birds", y: 0.3, count: 7, size: 5 },
      ],
      sound: { key: 54, mode: "pentatonic", pace: 6, voice: "harp", air: "birds" },
    },
  },
];
