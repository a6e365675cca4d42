/** Genre names by slug and language tag. */
export const DEMO_GENRES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  drama: { ar: "دراما", de: "Drama", en: "Drama", id: "Drama", ja: "ドラマ", ko: "드라마", ms: "Drama", pt: "Drama", th: "ดราม่า", tr: "Dram", vi: "Chính kịch", zh: "剧情", "zh-hant": "劇情" },
  adventure: { ar: "مغامرة", de: "Abenteuer", en: "Adventure", id: "Petualangan", ja: "冒険", ko: "모험", ms: "Pengembaraan", pt: "Aventura", th: "ผจญภัย", tr: "Macera", vi: "Phiêu lưu", zh: "冒险", "zh-hant": "冒險" },
  nature: { ar: "طبيعة", de: "Natur", en: "Nature", id: "Alam", ja: "自然", ko: "자연", ms: "Alam Semula Jadi", pt: "Natureza", th: "ธรรมชาติ", tr: "Doğa", vi: "Thiên nhiên", zh: "自然", "zh-hant": "自然" },
  mystery: { ar: "غموض", de: "Mystery", en: "Mystery", id: "Misteri", ja: "ミステリー", ko: "미스터리", ms: "Misteri", pt: "Mistério", th: "ลึกลับ", tr: "Gizem", vi: "Bí ẩn", zh: "悬疑", "zh-hant": "懸疑" },
  romance: { ar: "رومانسية", de: "Romanze", en: "Romance", id: "Romantis", ja: "恋愛", ko: "로맨스", ms: "Romantik", pt: "Romance", th: "โรแมนติก", tr: "Romantik", vi: "Lãng mạn", zh: "爱情", "zh-hant": "愛情" },
  "science-fiction": { ar: "خيال علمي", de: "Science-Fiction", en: "Science fiction", id: "Fiksi ilmiah", ja: "SF", ko: "SF", ms: "Sains fiksyen", pt: "Ficção científica", th: "ไซไฟ", tr: "Bilim kurgu", vi: "Khoa học viễn tưởng", zh: "科幻", "zh-hant": "科幻" },
  documentary: { ar: "وثائقي", de: "Dokumentarfilm", en: "Documentary", id: "Dokumenter", ja: "ドキュメンタリー", ko: "다큐멘터리", ms: "Dokumentari", pt: "Documentário", th: "สารคดี", tr: "Belgesel", vi: "Tài liệu", zh: "纪录片", "zh-hant": "紀錄片" },
  family: { ar: "عائلي", de: "Familie", en: "Family", id: "Keluarga", ja: "ファミリー", ko: "가족", ms: "Keluarga", pt: "Família", th: "ครอบครัว", tr: "Aile", vi: "Gia đình", zh: "家庭", "zh-hant": "家庭" },
};
