import type { CatalogueTexts } from "./catalogue-texts.ts";

/** Chinese in traditional characters. */
export const ZH_HANT: CatalogueTexts = {
  "the-long-thaw": {
    title: "漫長的融雪",
    description:
      "離鄉十一個冬天後，登山嚮導回到故鄉的山谷，那裡的冰川開始歌唱。她只有一個夏天，去聽懂它在說什麼，也去原諒那個教會她傾聽的人。",
  },
  "a-house-under-the-aurora": {
    title: "極光下的家",
    description:
      "七戶人家共享一道冰封的峽灣，共度沒有日出的十個星期。本片以從容而溫暖的目光，記錄那些在窗邊留一盞燈、等待夜歸人的人們。",
  },
  "winter-market": {
    title: "冬日市集",
    description:
      "大雪前的最後一個市集日，兩個陌生人錯穿了對方的大衣回家。每件大衣的口袋裡都有一封與自己無關的信，卻改變了一切。",
  },
  "foxes-in-the-snow-wood": {
    title: "雪林裡的狐狸",
    description:
      "月亮垂得最低的那個夜晚，林中的動物都要歸還借來的名字。只有最小的狐狸把名字遺落在別處，她必須穿過白樺林把它找回來。",
  },
  "the-observatory-at-mount-haneul": {
    title: "哈努爾山天文台",
    description:
      "天文台關閉前的最後一個冬天，年邁的技師決定尋找四十年前消失的那顆星。唯一願意幫他的，正是當年另一個親眼看著它消失的人。",
  },
  "the-keeper-of-skarholm": {
    title: "斯卡霍姆的守燈人",
    description:
      "斯卡霍姆的燈塔九年來無人看守，燈卻從未熄滅。奉命前來關燈的年輕技師發現一本日誌，有人一直寫到昨天。",
    episodes: [
      { title: "九年燈火", description: "技師奉命上島關燈。爐子還是熱的，日誌的最後一行寫於昨天。" },
      {
        title: "日誌",
        description: "她往回翻閱同一筆跡寫下的九年。每一場風暴都在其中，就連她的到來，也早在一週前就記下了。",
      },
      { title: "大潮", description: "全年最高的潮水隔斷了小島，燈也壞了。這一夜，她必須親自守住那道光。" },
      {
        title: "守望的人",
        description: "天一亮，接她的船就要來了。在船靠岸之前，她終於知道是誰在書寫，那盞燈又是為誰而亮。",
      },
      {
        title: "燈室",
        description: "登上斯卡霍姆的燈塔：燈如何用手點亮，每一任守燈人又在黃銅上刻下了什麼。",
      },
    ],
    seasons: ["退潮", "漲潮"],
  },
  "whale-summer": {
    title: "鯨魚之夏",
    description: "每年七月，一頭座頭鯨獨自回到海圖上沒有名字的海灣。一家三代，都在同一塊平坦的岩石上等過牠。",
  },
  "steamer-to-nowhere": {
    title: "駛向無處的汽船",
    description:
      "「科維納號」的乘客各自買了前往不同港口的船票，船長對每個人都說：下一站就到。第五個血紅的黃昏，有人看了一眼羅盤。",
  },
  "harbour-of-paper-boats": {
    title: "紙船港灣",
    description: "島上的每個孩子，都為出海未歸的父親摺一艘紙船。一天清晨，一艘紙船漂了回來，載著一封回信。",
  },
  "fireflies-of-the-mangrove": {
    title: "紅樹林的螢火蟲",
    description:
      "在一條沒有電的河上，成千上萬隻螢火蟲像同一顆心臟般一齊閃爍。從牠們開始變少的那一夜起，一位漁夫夜夜數著牠們。",
  },
  "lanterns-over-lake-suwa": {
    title: "諏訪湖的燈籠",
    description:
      "一年只有一夜，當燈籠從湖面升起，鎮上的人可以寫信給逝去的親人。代筆人的女兒從不相信，直到一封寫著她名字的回信送到手中。",
  },
  "small-stations": {
    title: "小小車站",
    description: "一位車掌在一天只有三班車的路線上度過了一年。每一站都有人下車、有人等候，只有四季從不誤點。",
    episodes: [
      { title: "春・櫻坂", description: "新時刻表從一個女孩開始：她每天早晨在櫻坂上車，卻似乎從不下車。" },
      { title: "夏・湖畔", description: "一頂被遺忘的草帽隨列車來回了一個星期，直到湖邊有人前來認領。" },
      {
        title: "秋・紅葉谷",
        description:
          "相鄰兩站的一對老友，已有三十年沒說過話。車掌把他們沒說出口的話，從這個月台帶到那個月台。",
      },
      {
        title: "冬・終點站",
        description: "大雪把末班車困在終點前一站。車掌與五名乘客沿著鐵軌，走完剩下的路。",
      },
    ],
  },
  "the-tea-mountain": {
    title: "茶山",
    description:
      "老茶農把山分給三個兒子，卻把採茶的季節留給了從不說話的孫女。霧散之前，她要獨自決定哪一片葉子算是春天。",
  },
  "the-bamboo-letters": {
    title: "竹書",
    description:
      "竹林裡每隔十年便有人在竹節上刻下一行字，筆跡從未改變。年輕的修復師循著字句往深處走，發現最後一行尚未寫完。",
  },
  "cherry-line": {
    title: "櫻花道",
    description: "每天早晨，他騎車沿著櫻花樹下坡，她步行上坡。只有花開的那十天，兩人會在同一個地方停下。",
  },
  "terraces-of-the-sky": {
    title: "天空的梯田",
    description:
      "村裡的人相信，最高的那層梯田還留著去年的天空。第一場雨遲遲不來，十二歲的女孩獨自上山去找它。",
  },
  "caravan-of-the-ninth-moon": {
    title: "第九個月亮的商隊",
    description:
      "他們走了八個月，水囊裡只剩下對水的記憶。嚮導發誓水井就在一夜路程之外，卻沒有人知道，他從未穿越過這片沙漠。",
  },
  "city-of-swallows": {
    title: "燕子之城",
    description:
      "在老城的屋頂上，人們說燕子會捎來每個人的消息。一位女裁縫與一位退休郵差，要趕在鳥兒離去之前學會讀懂天空。",
  },
  "forty-balloons": {
    title: "四十顆熱氣球",
    description:
      "每天黎明，三十九顆熱氣球升上山谷；第四十顆是一只空著的吊籃，等著再也沒有降落的飛行員。十六歲生日的早晨，他的女兒爬了進去。",
  },
  "the-kite-above-khanom": {
    title: "卡農上空的風箏",
    description:
      "每天傍晚，男孩都放起風箏，好讓在海灣對岸工作的媽媽看見。有一天線斷了，全村的人都出門去找那只風箏。",
  },
  "signals-from-the-red-shore": {
    title: "紅色海岸的訊號",
    description: "有一片海，早在有眼睛看見它之前便已乾涸。兩名測量員守著海邊的站點。第四百天，潮位計動了。",
    episodes: [
      { title: "潮位計", description: "四百天平靜無事，指針忽然上升了一掌寬。兩名測量員商定，暫不回報。" },
      { title: "鹽暴", description: "鹽暴捲走了天線。外面有什麼東西不停敲打艙壁，和潮位計的節拍一致。" },
      { title: "高潮位", description: "潮位計停在最高刻度。兩人走下海岸，去看大海帶回了什麼。" },
    ],
  },
  "last-train-to-harrow-vale": {
    title: "開往哈羅谷的末班車",
    description:
      "這條支線星期天就要停駛，半個郡的人都趕來送它最後一程。四號車廂裡，號誌員與當年因他錯過轉乘的女子，只剩九十分鐘。",
  },
  "rain-on-mapo-bridge": {
    title: "麻浦大橋的雨",
    description: "每逢雨夜，橋中央便會立著一把紅傘。計程車司機三次駛過，第四個夜晚，他停下了車。",
  },
  "ten-thousand-windows": {
    title: "萬家燈火",
    description:
      "他在天亮前抄寫整座城市的電錶；四十一樓的她，從不關燈。一場停電讓一萬扇窗同時暗下，他抬起頭，卻找不到她的那一扇。",
  },
  "lavender-hours": {
    title: "薰衣草時光",
    description:
      "失去嗅覺的調香師在採收的最後一週回到祖母的農莊。重新教她認識氣味的，是一個只用顏色辨認香氣的男人。",
  },
  "poppy-season": {
    title: "罌粟花開時",
    description:
      "三姊妹繼承了一座風車，自母親過世後它再也沒有轉動。罌粟花開的時候，一片扇葉轉了起來，卻沒有人承認碰過它。",
  },
};
