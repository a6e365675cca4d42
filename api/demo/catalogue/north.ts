import type { Entry } from "./entry.ts";

/** Mountains, snow and long nights. */
export const NORTH: readonly Entry[] = [
  {
    id: "the-long-thaw", kind: "film", year: 2021, access: "vip", rating: 6, genres: ["drama", "nature"], originalLanguage: "en", colour: "#b58a9a", hero: 2, popularity: 9400,
    texts: {
      en: ["The Long Thaw", "After eleven winters away, a mountain guide comes home to a valley where the glacier has begun to sing. She has one summer to learn what it is saying, and to forgive the man who taught her to listen."],
      de: ["Das lange Tauen", "Nach elf Wintern kehrt eine Bergführerin in ein Tal zurück, in dem der Gletscher zu singen begonnen hat. Ein Sommer bleibt ihr, um zu verstehen, was er sagt – und dem Mann zu verzeihen, der sie das Zuhören lehrte."],
      ja: ["長い雪どけ", "十一の冬を経て、山岳ガイドの女は氷河が歌いはじめた故郷の谷へ帰ってくる。その声の意味を知り、耳を澄ますことを教えてくれた男を許すために、残された時間はひと夏だけ。"],
      ar: ["الذوبان الطويل", "بعد أحد عشر شتاءً من الغياب تعود مرشدة جبال إلى وادٍ بدأ جليده يغنّي. أمامها صيف واحد لتفهم ما يقول، ولتسامح الرجل الذي علّمها الإصغاء."],
    },
    poster: { layout: "wide", tagline: "Every winter ends somewhere.", director: "Maren Ostvik", music: "Ilse Thorn", at: 5 },
    scene: {
      seed: 3, hour: 7, season: "winter", weather: "clear", palette: "rose_dawn", light: { kind: "sun", x: 0.78, y: 0.43, r: 25 },
      parts: [
        { kind: "clouds", form: "streaks", y: 0.2, count: 6 },
        { kind: "ridge", form: "peaks", depth: 0.14, y: 0.64, height: 125, snow: true },
        { kind: "ridge", form: "peaks", depth: 0.34, y: 0.72, height: 115, snow: true },
        { kind: "mist", y: 0.58, height: 80, strength: 0.8 },
        { kind: "ridge", form: "hills", depth: 0.6, y: 0.84, height: 60, trees: "fir", treeSize: 18 },
        { kind: "woods", tree: "fir", depth: 0.95, y: 0.93, size: 74, density: 0.8 },
        { kind: "birds", y: 0.3, count: 9, size: 5 },
      ],
      sound: { key: 50, mode: "dorian", pace: 6.5, voice: "piano", air: "wind" },
    },
  },
  {
    id: "a-house-under-the-aurora", kind: "film", year: 2023, access: "free", rating: 0, genres: ["nature", "documentary"], originalLanguage: "en", colour: "#0f4a58", hero: 4, popularity: 8800,
    texts: {
      en: ["A House under the Aurora", "Seven households share one frozen fjord and ten weeks without a sunrise. A patient, glowing portrait of the people who leave a lamp in the window for whoever may be walking home."],
      de: ["Ein Haus unter dem Nordlicht", "Sieben Haushalte teilen sich einen gefrorenen Fjord und zehn Wochen ohne Sonnenaufgang. Ein geduldiges, leuchtendes Porträt von Menschen, die eine Lampe ins Fenster stellen, für alle, die noch unterwegs sind."],
      ja: ["オーロラの下の家", "凍ったフィヨルドに七つの家族、日の昇らない十週間。帰り道の誰かのために窓辺に灯りをともす人々を、静かなまなざしで見つめた記録。"],
      ar: ["بيت تحت الشفق", "سبعة بيوت تتقاسم مضيقًا متجمدًا وعشرة أسابيع بلا شروق. صورة متأنية ومضيئة لأناس يتركون مصباحًا في النافذة لكل عائد في الطريق."],
    },
    poster: { layout: "serif", tagline: "Ten weeks. No sunrise. One lamp.", director: "Signe Halvorsen", music: "Aksel Rø", at: 8 },
    scene: {
      seed: 11, hour: 23, season: "winter", weather: "clear", palette: "polar_night", light: { kind: "none", x: 0.6, y: 0.4, r: 10 },
      parts: [
        { kind: "stars", count: 240 }, { kind: "aurora", y: 0.46, strength: 0.95 },
        { kind: "ridge", form: "peaks", depth: 0.3, y: 0.7, height: 95, snow: true },
        { kind: "water", y: 0.7, calm: true },
        { kind: "town", style: "village", depth: 0.72, y: 0.8, size: 17, count: 22 },
        { kind: "woods", tree: "fir", depth: 1, y: 0.97, size: 62, density: 0.7 },
      ],
      sound: { key: 45, mode: "lydian", pace: 8, voice: "bells", air: "wind" },
    },
  },
  {
    id: "winter-market", kind: "film", year: 2005, access: "free", rating: 0, genres: ["romance", "family"], originalLanguage: "de", colour: "#c9d6df", popularity: 5200,
    texts: {
      de: ["Wintermarkt", "Am letzten Markttag vor dem großen Schnee tauschen zwei Fremde versehentlich ihre Mäntel. In jeder Tasche steckt ein Brief, der den anderen nichts angeht – und der alles verändert."],
      en: ["Winter Market", "On the last market day before the great snow, two strangers leave with each other's coats. In each pocket is a letter that is none of the other's business, and that changes everything."],
      ja: ["冬の市", "大雪を前にした最後の市の日、見知らぬ二人は互いの外套を取り違えて家路につく。ポケットには、相手が読むはずのなかった一通の手紙が入っていた。"],
      ar: ["سوق الشتاء", "في آخر أيام السوق قبل الثلج الكبير يتبادل غريبان معطفيهما سهوًا. وفي كل جيب رسالة لا تخص الآخر، لكنها تغيّر كل شيء."],
    },
    poster: { layout: "frame", tagline: "Two coats. Two letters.", director: "Anton Rehm", music: "Lea Brandt", at: 3 },
    scene: {
      seed: 21, hour: 15, season: "winter", weather: "snow", palette: "white_out", light: { kind: "sun", x: 0.3, y: 0.3, r: 20 },
      parts: [
        { kind: "ridge", form: "peaks", depth: 0.1, y: 0.6, height: 130, snow: true },
        { kind: "ridge", form: "hills", depth: 0.3, y: 0.68, height: 55, snow: true, trees: "fir", treeSize: 15 },
        { kind: "town", style: "chapel", depth: 0.5, y: 0.72, size: 24, count: 26 },
        { kind: "ridge", form: "hills", depth: 0.55, y: 0.9, height: 48, snow: true, trees: "fir", treeSize: 26, density: 0.6 },
        { kind: "woods", tree: "bare", depth: 0.9, y: 1.02, size: 110, density: 0.45 },
        { kind: "falling", what: "snow", count: 420 },
      ],
      sound: { key: 53, mode: "major", pace: 5.5, voice: "harp", air: "still" },
    },
  },
  {
    id: "foxes-in-the-snow-wood", kind: "film", year: 2003, access: "free", rating: 0, genres: ["family", "adventure"], originalLanguage: "ja", colour: "#23406e", popularity: 6700,
    texts: {
      ja: ["雪の森のきつね", "月がいちばん低くなる夜、森の動物たちは借りていた名前を返しに行く。末っ子のきつねだけが、自分の名前をどこかに置き忘れてきてしまった。"],
      en: ["Foxes in the Snow Wood", "On the night the moon hangs lowest, every creature in the wood returns the name it borrowed. Only the youngest fox has left hers somewhere, and must cross the birches to find it."],
      de: ["Die Füchse im Schneewald", "In der Nacht, in der der Mond am tiefsten steht, geben alle Tiere des Waldes ihre geliehenen Namen zurück. Nur die jüngste Füchsin hat ihren verlegt und muss durch die Birken, um ihn zu finden."],
      ar: ["ثعالب غابة الثلج", "في الليلة التي يدنو فيها القمر يعيد كل حيوان في الغابة الاسم الذي استعاره. وحدها الثعلبة الصغرى أضاعت اسمها، وعليها أن تعبر أشجار البتولا لتجده."],
    },
    poster: { layout: "arch", tagline: "She only borrowed her name.", director: "Chika Morino", music: "Sou Ayase", at: 2 },
    scene: {
      seed: 34, hour: 22, season: "winter", weather: "snow", palette: "moon_blue", light: { kind: "moon", x: 0.56, y: 0.36, r: 46 },
      parts: [
        { kind: "stars", count: 130 },
        { kind: "ridge", form: "hills", depth: 0.2, y: 0.66, height: 50, snow: true, trees: "fir", treeSize: 18 },
        { kind: "woods", tree: "fir", depth: 0.4, y: 0.74, size: 70, density: 1 },
        { kind: "mist", y: 0.6, height: 70, strength: 0.6 },
        { kind: "woods", tree: "winter-birch", depth: 0.7, y: 0.85, size: 190, density: 0.9 },
        { kind: "ridge", form: "hills", depth: 0.75, y: 0.95, height: 34, snow: true },
        { kind: "figure", who: "fox", x: 0.44, y: 0.955, size: 46, depth: 1 },
        { kind: "falling", what: "snow", count: 300 },
      ],
      sound: { key: 57, mode: "pentatonic", pace: 6, voice: "bells", air: "night" },
    },
  },
  {
    id: "the-observatory-at-mount-haneul", kind: "film", year: 2013, access: "free", rating: 6, genres: ["drama", "mystery"], originalLanguage: "ko", colour: "#1c3a6b", popularity: 6100,
    texts: {
      ko: ["하늘산 천문대", "문을 닫기 전 마지막 겨울, 천문대의 늙은 기사는 사십 년 전 사라진 별을 다시 찾기로 한다. 그를 돕겠다고 나선 사람은 그날 밤을 기억하는 유일한 목격자다."],
      en: ["The Observatory at Mount Haneul", "In its last winter before closing, an old technician decides to find the star that vanished forty years ago. The only person willing to help is the only other one who saw it go."],
      de: ["Die Sternwarte am Haneul", "Im letzten Winter vor der Schließung will ein alter Techniker den Stern wiederfinden, der vor vierzig Jahren verschwand. Helfen will ihm nur die einzige Zeugin jener Nacht."],
      ja: ["ハヌル山の天文台", "閉館を控えた最後の冬、老技師は四十年前に消えた星をもう一度探そうと決める。手を貸すのは、あの夜を知るただ一人の目撃者だった。"],
      ar: ["مرصد جبل هانول", "في شتائه الأخير قبل الإغلاق يقرر فنّي عجوز أن يعثر على النجم الذي اختفى قبل أربعين عامًا. ولا يعينه إلا الشاهدة الوحيدة على تلك الليلة."],
    },
    poster: { layout: "stack", tagline: "Some lights are only late.", director: "Yun Seo-ha", music: "Bae Dojin", at: 4 },
    scene: {
      seed: 44, hour: 1, season: "autumn", weather: "clear", palette: "moon_blue", light: { kind: "none", x: 0.3, y: 0.5, r: 16 },
      parts: [
        { kind: "stars", count: 520, band: true },
        { kind: "ridge", form: "peaks", depth: 0.2, y: 0.72, height: 90 },
        { kind: "mist", y: 0.6, height: 80, strength: 0.7 },
        { kind: "ridge", form: "hills", depth: 0.5, y: 0.82, height: 60, trees: "pine", treeSize: 22, density: 0.6 },
        { kind: "ridge", form: "hills", depth: 0.92, y: 1, height: 70 },
        { kind: "figure", who: "telescope", x: 0.6, y: 0.9, size: 70, depth: 0.92 },
      ],
      sound: { key: 48, mode: "minor", pace: 7, voice: "pad", air: "night" },
    },
  },
];
