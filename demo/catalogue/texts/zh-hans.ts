import type { CatalogueTexts } from "./catalogue-texts.ts";

/** Chinese in simplified characters. */
export const ZH_HANS: CatalogueTexts = {
  "the-long-thaw": {
    title: "漫长的消融",
    description:
      "离乡十一个冬天后，山地向导回到故乡的山谷，那里的冰川开始歌唱。她只有一个夏天，去听懂它在说什么，也去原谅那个教会她倾听的人。",
  },
  "a-house-under-the-aurora": {
    title: "极光下的家",
    description:
      "七户人家共享一道冰封的峡湾，共度没有日出的十个星期。影片以从容而温暖的目光，记录那些在窗前留一盏灯、等待夜归人的人们。",
  },
  "winter-market": {
    title: "冬日集市",
    description:
      "大雪前的最后一个集日，两个陌生人错穿了对方的外套回家。每件外套的口袋里都有一封与自己无关的信，却改变了一切。",
  },
  "foxes-in-the-snow-wood": {
    title: "雪林里的狐狸",
    description:
      "月亮垂得最低的那个夜晚，林中的动物都要归还借来的名字。只有最小的狐狸把名字落在了别处，她必须穿过白桦林去把它找回来。",
  },
  "the-observatory-at-mount-haneul": {
    title: "哈努尔山天文台",
    description:
      "天文台关闭前的最后一个冬天，年迈的技师决定寻找四十年前消失的那颗星。唯一愿意帮他的，正是当年另一个亲眼看着它消失的人。",
  },
  "the-keeper-of-skarholm": {
    title: "斯卡霍尔姆的守灯人",
    description:
      "斯卡霍尔姆的灯塔九年来无人看守，灯却从未熄灭。奉命前来关灯的年轻技师发现了一本日志，有人一直写到昨天。",
    episodes: [
      { title: "九年灯火", description: "技师奉命上岛关灯。炉子还是热的，日志的最后一行写于昨天。" },
      {
        title: "日志",
        description: "她往回翻阅同一笔迹写下的九年。每一场风暴都在其中，连她的到来也早在一周前就被记下。",
      },
      { title: "大潮", description: "全年最高的潮水隔断了小岛，灯也坏了。这一夜，她必须亲自守住那束光。" },
      {
        title: "守望的人",
        description: "天一亮，接她的船就要来了。在船靠岸之前，她终于知道是谁在书写，那盏灯又是为谁而亮。",
      },
      {
        title: "灯室",
        description: "登上斯卡霍尔姆的灯塔：灯如何用手点亮，每一任守灯人又在黄铜上刻下了什么。",
      },
    ],
    seasons: ["退潮", "涨潮"],
  },
  "whale-summer": {
    title: "鲸鱼之夏",
    description:
      "每年七月，一头座头鲸独自回到海图上没有名字的海湾。一家三代人，都在同一块平坦的岩石上等过她。",
  },
  "steamer-to-nowhere": {
    title: "驶向无处的汽船",
    description:
      "“科尔维纳号”的乘客各自买了去往不同港口的船票，船长对每个人都说：下一站就到。第五个血红的黄昏，有人看了一眼罗盘。",
  },
  "harbour-of-paper-boats": {
    title: "纸船港湾",
    description: "岛上的每个孩子都为出海未归的父亲折一只纸船。一天清晨，一只纸船漂了回来，载着一封回信。",
  },
  "fireflies-of-the-mangrove": {
    title: "红树林的萤火虫",
    description:
      "在一条没有电的河上，成千上万只萤火虫像同一颗心脏般一齐闪烁。从它们开始变少的那一夜起，一位渔夫夜夜数着它们。",
  },
  "lanterns-over-lake-suwa": {
    title: "诹访湖的灯笼",
    description:
      "一年只有一夜，当灯笼从湖面升起，镇上的人可以写信给逝去的亲人。代笔人的女儿从不相信，直到一封写着她名字的回信送到手中。",
  },
  "small-stations": {
    title: "小小车站",
    description:
      "一位列车员在每天只有三班车的线路上度过了一年。每一站都有人下车，有人等候，只有四季从不晚点。",
    episodes: [
      { title: "春·樱坂", description: "新时刻表从一个女孩开始：她每天早晨在樱坂上车，却似乎从不下车。" },
      { title: "夏·湖畔", description: "一顶被遗忘的草帽随列车来回了一个星期，直到湖边有人前来认领。" },
      {
        title: "秋·红叶谷",
        description:
          "相邻两站的一对老友已有三十年没有说过话。列车员把他们没说出口的话，从一个站台带到另一个站台。",
      },
      {
        title: "冬·终点站",
        description: "大雪把末班车困在终点前一站。列车员和五名乘客沿着铁轨，走完剩下的路。",
      },
    ],
  },
  "the-tea-mountain": {
    title: "茶山",
    description:
      "老茶农把山分给三个儿子，却把采茶的季节留给了从不说话的孙女。雾散之前，她要独自决定哪一片叶子算是春天。",
  },
  "the-bamboo-letters": {
    title: "竹书",
    description:
      "竹林里每隔十年便有人在竹节上刻下一行字，笔迹却从未改变。年轻的修复师顺着字句往深处走，发现最后一行尚未写完。",
  },
  "cherry-line": {
    title: "樱花道",
    description: "每天早晨，他骑车沿着樱花树下坡，她步行上坡。只有花开的那十天，两人会在同一个地方停下。",
  },
  "terraces-of-the-sky": {
    title: "天空的梯田",
    description: "村里人相信，最高的那层梯田还留着去年的天空。头一场雨迟迟不来，十二岁的女孩独自上山去找它。",
  },
  "caravan-of-the-ninth-moon": {
    title: "第九个月亮的商队",
    description:
      "他们走了八个月，水囊里只剩下对水的记忆。向导发誓水井就在一夜路程之外，却没有人知道，他从未穿越过这片沙漠。",
  },
  "city-of-swallows": {
    title: "燕子之城",
    description:
      "在老城的屋顶上，人们说燕子会捎来每个人的消息。一位女裁缝和一位退休邮差，要赶在鸟儿离去之前学会读懂天空。",
  },
  "forty-balloons": {
    title: "四十只热气球",
    description:
      "每天黎明，三十九只热气球升上山谷；第四十只是一个空着的吊篮，等着再没有降落的飞行员。十六岁生日的早晨，他的女儿爬了进去。",
  },
  "the-kite-above-khanom": {
    title: "卡农上空的风筝",
    description:
      "每天傍晚，男孩都放起风筝，好让在海湾对岸干活的妈妈看见。有一天线断了，全村人都出门去找那只风筝。",
  },
  "signals-from-the-red-shore": {
    title: "红色海岸的信号",
    description: "有一片海，早在有眼睛看见它之前便已干涸。两名勘测员守着海边的站点。第四百天，潮位计动了。",
    episodes: [
      { title: "潮位计", description: "四百天平静无事，指针忽然上升了一掌宽。两名勘测员商定，暂不上报。" },
      { title: "盐暴", description: "盐暴卷走了天线。外面有什么东西不停敲打舱壁，和潮位计的节拍一致。" },
      { title: "高潮位", description: "潮位计停在最高刻度。两人走下海岸，去看大海带回了什么。" },
    ],
  },
  "last-train-to-harrow-vale": {
    title: "开往哈罗谷的末班车",
    description:
      "这条支线周日就要停运，半个郡的人都赶来送它最后一程。四号车厢里，信号员和当年因他错过换乘的女人，只剩九十分钟。",
  },
  "rain-on-mapo-bridge": {
    title: "麻浦大桥的雨",
    description: "每逢雨夜，桥中央便会立着一把红伞。出租车司机三次驶过，第四个夜晚，他停下了车。",
  },
  "ten-thousand-windows": {
    title: "万家灯火",
    description:
      "他负责在凌晨抄写整座城市的电表，她在第四十一层的窗前总是不关灯。一场停电让一万扇窗同时暗下，他第一次抬头，却找不到她的那一扇。",
  },
  "lavender-hours": {
    title: "薰衣草时光",
    description:
      "失去嗅觉的调香师在收获的最后一周回到祖母的农庄。重新教她认识气味的，是一个只用颜色辨认香气的男人。",
  },
  "poppy-season": {
    title: "罂粟花开时",
    description:
      "三姐妹继承了一座风车，自母亲去世后它再没有转动过。罂粟花开的时候，一片扇叶转了起来，却谁也不承认碰过它。",
  },
};
