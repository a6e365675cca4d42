type Collection = {
  texts: Readonly<Record<string, { name: string; description?: string }>>;
  movies: readonly string[];
};

/** The demo's collections, each with its movies in order. */
export const demoCollections: Readonly<Record<string, Collection>> = {
  "northern-winters": {
    movies: ["winter-market", "the-long-thaw", "a-house-under-the-aurora", "foxes-in-the-snow-wood"],
    texts: {
      en: {
        name: "Northern winters",
        description: "Four stories from where the sun stays below the hills for weeks.",
      },
      ar: { name: "شتاءات الشمال", description: "أربع حكايات من بلاد تغيب شمسها أسابيع." },
      de: {
        name: "Winter im Norden",
        description: "Vier Geschichten von dort, wo die Sonne wochenlang nicht über die Hügel steigt.",
      },
      id: {
        name: "Musim dingin di utara",
        description: "Empat kisah dari negeri yang berminggu-minggu tanpa matahari.",
      },
      ja: { name: "北の冬", description: "何週間も太陽が昇らない土地の四つの物語。" },
      ko: { name: "북쪽의 겨울", description: "몇 주 동안 해가 뜨지 않는 곳의 네 이야기." },
      ms: {
        name: "Musim sejuk utara",
        description: "Empat kisah dari tempat matahari hilang berminggu-minggu.",
      },
      pt: { name: "Invernos do norte", description: "Quatro histórias de onde o sol some por semanas." },
      th: { name: "ฤดูหนาวแดนเหนือ", description: "สี่เรื่องจากดินแดนที่ดวงอาทิตย์หายไปหลายสัปดาห์" },
      tr: { name: "Kuzey kışları", description: "Güneşin haftalarca görünmediği yerden dört hikâye." },
      vi: {
        name: "Mùa đông phương Bắc",
        description: "Bốn câu chuyện từ nơi mặt trời vắng bóng nhiều tuần.",
      },
      "zh-hans": { name: "北国之冬", description: "四个故事，来自连续数周不见太阳的地方。" },
      "zh-hant": { name: "北國之冬", description: "四個故事，來自連續數週不見太陽的地方。" },
    },
  },
  "by-the-sea": {
    movies: ["the-keeper-of-skarholm", "whale-summer", "steamer-to-nowhere"],
    texts: {
      en: { name: "By the sea", description: "Lighthouses, whales and a steamer that never arrives." },
      ar: { name: "على شاطئ البحر", description: "منارات وحيتان وباخرة لا تصل أبدًا." },
      de: { name: "Am Meer", description: "Leuchttürme, Wale und ein Dampfer, der nie ankommt." },
      id: { name: "Di tepi laut", description: "Mercusuar, paus, dan kapal uap yang tak pernah tiba." },
      ja: { name: "海のほとり", description: "灯台と鯨と、どこにも着かない汽船。" },
      ko: { name: "바닷가에서", description: "등대와 고래, 그리고 끝내 닿지 않는 증기선." },
      ms: {
        name: "Di tepi pantai",
        description: "Rumah api, ikan paus dan kapal wap yang tidak pernah sampai.",
      },
      pt: { name: "À beira-mar", description: "Faróis, baleias e um vapor que nunca chega." },
      th: { name: "ริมทะเล", description: "ประภาคาร วาฬ และเรือกลไฟที่ไม่เคยถึงฝั่ง" },
      tr: { name: "Deniz kıyısında", description: "Fenerler, balinalar ve hiç varmayan bir vapur." },
      vi: { name: "Bên bờ biển", description: "Hải đăng, cá voi và con tàu hơi nước chẳng bao giờ cập bến." },
      "zh-hans": { name: "海边", description: "灯塔、鲸鱼，还有一艘永远到不了岸的汽船。" },
      "zh-hant": { name: "海邊", description: "燈塔、鯨魚，還有一艘永遠到不了岸的汽船。" },
    },
  },
};
