import { randomUUID } from "node:crypto";
import type { Duration } from "../contract/index.ts";
import type { Db } from "../api/db/client.ts";
import { plans } from "../api/db/schema.ts";

const names = {
  week: {
    en: "1 week",
    de: "Eine Woche",
    ja: "1週間",
    ar: "أسبوع واحد",
    id: "Satu minggu",
    ko: "1주",
    ms: "Satu minggu",
    pt: "Uma semana",
    th: "หนึ่งสัปดาห์",
    tr: "Bir hafta",
    vi: "Một tuần",
    "zh-hans": "一周",
    "zh-hant": "一週",
  },
  month: {
    en: "1 month",
    de: "Ein Monat",
    ja: "1か月",
    ar: "شهر واحد",
    id: "Satu bulan",
    ko: "1개월",
    ms: "Satu bulan",
    pt: "Um mês",
    th: "หนึ่งเดือน",
    tr: "Bir ay",
    vi: "Một tháng",
    "zh-hans": "一个月",
    "zh-hant": "一個月",
  },
  year: {
    en: "1 year",
    de: "Ein Jahr",
    ja: "1年",
    ar: "سنة واحدة",
    id: "Satu tahun",
    ko: "1년",
    ms: "Satu tahun",
    pt: "Um ano",
    th: "หนึ่งปี",
    tr: "Bir yıl",
    vi: "Một năm",
    "zh-hans": "一年",
    "zh-hant": "一年",
  },
};

const benefits = {
  all: {
    en: "Every film and series",
    de: "Alle Filme und Serien",
    ja: "すべての映画とシリーズ",
    ar: "كل الأفلام والمسلسلات",
    id: "Semua film dan serial",
    ko: "모든 영화와 시리즈",
    ms: "Semua filem dan siri",
    pt: "Todos os filmes e séries",
    th: "ภาพยนตร์และซีรีส์ทั้งหมด",
    tr: "Bütün filmler ve diziler",
    vi: "Mọi phim lẻ và phim bộ",
    "zh-hans": "全部电影和剧集",
    "zh-hant": "全部電影和影集",
  },
  keep: {
    en: "Keep films for watching offline",
    de: "Filme für unterwegs speichern",
    ja: "オフライン視聴用に保存",
    ar: "حفظ الأفلام للمشاهدة دون اتصال",
    id: "Simpan film untuk ditonton offline",
    ko: "오프라인 시청용 저장",
    ms: "Simpan filem untuk tontonan luar talian",
    pt: "Guarde filmes para ver offline",
    th: "บันทึกภาพยนตร์ไว้ดูออฟไลน์",
    tr: "Filmleri çevrimdışı izlemek için saklama",
    vi: "Lưu phim để xem ngoại tuyến",
    "zh-hans": "保存影片离线观看",
    "zh-hant": "儲存影片離線觀看",
  },
  new: {
    en: "New titles first",
    de: "Neue Titel zuerst",
    ja: "新作をいち早く",
    ar: "العناوين الجديدة أولًا",
    id: "Judul baru lebih dulu",
    ko: "신작 먼저 보기",
    ms: "Tajuk baharu dahulu",
    pt: "Lançamentos primeiro",
    th: "ดูเรื่องใหม่ก่อนใคร",
    tr: "Yeni yapımlar önce",
    vi: "Xem phim mới trước",
    "zh-hans": "新片抢先看",
    "zh-hant": "新片搶先看",
  },
};

type DemoPlan = {
  id: keyof typeof names;
  duration: Duration;
  trialDays: number;
  prices: Record<string, number>;
  gives: (keyof typeof benefits)[];
};

/** Plans of the demo. Its sandbox takes no real money. */
const demoPlans: DemoPlan[] = [
  {
    ...{ id: "week", duration: { unit: "day", count: 7 }, trialDays: 0, gives: ["all"] },
    prices: {
      USD: 199,
      EUR: 199,
      GBP: 179,
      JPY: 300,
      KRW: 2900,
      CNY: 1200,
      TWD: 6000,
      BRL: 990,
      THB: 5900,
      VND: 45000,
    },
  },
  {
    ...{ id: "month", duration: { unit: "month", count: 1 }, trialDays: 7, gives: ["all", "keep"] },
    prices: {
      USD: 499,
      EUR: 499,
      GBP: 449,
      JPY: 780,
      KRW: 6900,
      CNY: 3000,
      TWD: 15000,
      BRL: 2490,
      THB: 14900,
      VND: 119000,
    },
  },
  {
    ...{ id: "year", duration: { unit: "month", count: 12 }, trialDays: 7, gives: ["all", "keep", "new"] },
    prices: {
      USD: 4499,
      EUR: 4499,
      GBP: 3999,
      JPY: 6980,
      KRW: 62000,
      CNY: 26800,
      TWD: 135000,
      BRL: 22490,
      THB: 134900,
      VND: 1090000,
    },
  },
];

/** Adds the demo's plans; an existing plan stays unchanged. */
export async function seedPlans(db: Db, now: Date): Promise<void> {
  const rows = demoPlans.map(({ id, duration, trialDays, prices, gives }, position) => ({
    ...{ id, duration, trialDays, prices, position, createKey: randomUUID() },
    texts: Object.fromEntries(
      (Object.keys(names[id]) as (keyof (typeof names)["week"])[]).map((locale) => [
        locale,
        { name: names[id][locale], benefits: gives.map((one) => benefits[one][locale]) },
      ]),
    ),
    ...{ renews: false, onSale: true, updatedAt: now },
  }));
  await db.insert(plans).values(rows).onConflictDoNothing();
}
