import type { CatalogueTexts } from "./catalogue-texts.ts";

/** Turkish. */
export const TR: CatalogueTexts = {
  "the-long-thaw": {
    title: "Uzun Çözülme",
    description:
      "Bir dağ rehberi, on bir kış sonra buzulun şarkı söylemeye başladığı vadiye, evine döner. Buzun ne dediğini anlamak ve ona dinlemeyi öğreten adamı affetmek için önünde tek bir yaz vardır.",
  },
  "a-house-under-the-aurora": {
    title: "Kuzey Işıkları Altında Bir Ev",
    description:
      "Yedi hane, donmuş bir fiyordu ve güneşin doğmadığı on haftayı paylaşıyor. Evine yürüyen biri olur diye penceresinde lamba yakan insanların sabırlı, içten bir portresi.",
  },
  "winter-market": {
    title: "Kış Pazarı",
    description:
      "Büyük kardan önceki son pazar günü iki yabancı, birbirlerinin paltosuyla evine döner. Her cepte başkasına yazılmış, ama her şeyi değiştiren bir mektup vardır.",
  },
  "foxes-in-the-snow-wood": {
    title: "Kar Ormanının Tilkileri",
    description:
      "Ayın en alçaktan geçtiği gece, ormandaki her canlı ödünç aldığı adı geri verir. Yalnızca en küçük tilki adını bir yerde unutmuştur; onu bulmak için huş ağaçlarının ötesine geçmesi gerekir.",
  },
  "the-observatory-at-mount-haneul": {
    title: "Haneul Dağı’ndaki Gözlemevi",
    description:
      "Kapanmadan önceki son kışında, gözlemevinin yaşlı teknisyeni kırk yıl önce kaybolan yıldızı bulmaya karar verir. Ona yardım etmek isteyen tek kişi, yıldızın kayboluşunu gören öteki tek kişidir.",
  },
  "the-keeper-of-skarholm": {
    title: "Skarholm’ün Bekçisi",
    description:
      "Skarholm feneri dokuz yıldır bekçisiz yanıyor. Onu söndürmeye gönderilen genç teknisyen, birinin düne kadar tutmaya devam ettiği bir seyir defteri bulur.",
    episodes: [
      {
        title: "Dokuz Yıllık Işık",
        description:
          "Genç teknisyen feneri söndürme emriyle adaya çıkar. Soba hâlâ sıcaktır, defterdeki son kayıt ise dünden kalmadır.",
      },
      {
        title: "Seyir Defteri",
        description:
          "Aynı sakin el yazısıyla tutulmuş dokuz yılı geriye doğru okur. Her fırtına oradadır; bir hafta önceden not edilmiş kendi gelişi de.",
      },
      {
        title: "Büyük Gelgit",
        description:
          "Yılın en yüksek suyu adayı karadan koparır ve lamba söner. Bir geceliğine ışığı kendisi bekleyecektir.",
      },
      {
        title: "Nöbeti Kim Tutuyor",
        description:
          "Gün ağarırken onu almaya bir tekne gelecektir. Tekne yanaşmadan önce kimin yazdığını ve ışığın kimin için yandığını öğrenir.",
      },
      {
        title: "Fener Odası",
        description:
          "Skarholm kulesine çıkış: lamba elle nasıl yakılır ve her bekçi pirincine ne kazımıştır.",
      },
    ],
    seasons: ["Cezir", "Met"],
  },
  "whale-summer": {
    title: "Balina Yazı",
    description:
      "Her temmuz, tek bir kambur balina haritalarda adı olmayan bir koya döner. Bir ailenin üç kuşağı onu hep aynı yassı kayanın üstünde beklemiştir.",
  },
  "steamer-to-nowhere": {
    title: "Hiçbir Yere Giden Vapur",
    description:
      "Corvina’nın yolcuları ayrı ayrı limanlara bilet almış, kaptan da her birine bir sonraki durağın orası olduğunu söylemiştir. Beşinci kızıl akşam, biri pusulaya bakar.",
  },
  "harbour-of-paper-boats": {
    title: "Kâğıttan Gemiler Limanı",
    description:
      "Adadaki her çocuk, hâlâ denizde olan babası için kâğıttan bir gemi yapar. Bir sabah gemilerden biri geri döner; bir cevap getirmiştir.",
  },
  "fireflies-of-the-mangrove": {
    title: "Mangrovun Ateşböcekleri",
    description:
      "Elektriğin ulaşmadığı bir nehirde binlerce ateşböceği tek bir kalp gibi birlikte yanıp söner. Bir balıkçı, azalmaya başladıkları geceden beri her gece onları sayar.",
  },
  "lanterns-over-lake-suwa": {
    title: "Suwa Gölü’nde Fenerler",
    description:
      "Yılda bir gece, fenerler gölün üzerinde yükselirken kasaba halkı ölülerine mektup yazabilir. Arzuhâlcinin kızı buna hiç inanmamıştır; ta ki üzerinde kendi adı yazan bir cevap gelene dek.",
  },
  "small-stations": {
    title: "Küçük İstasyonlar",
    description:
      "Bir kondüktör, günde üç trenin geçtiği bir hatta bir yıl geçirir. Her istasyonda biri iner, biri bekler; tarifeye uyan ise yalnızca mevsimlerdir.",
    episodes: [
      {
        title: "İlkbahar: Sakurazaka",
        description:
          "Yeni tarife, her sabah Sakurazaka’dan binen ve hiç inmiyor gibi görünen bir kızla başlar.",
      },
      {
        title: "Yaz: Göl Kıyısı",
        description:
          "Unutulmuş bir hasır şapka bir hafta boyunca hattı gidip gelir; ta ki göl kıyısında biri onu almaya gelene kadar.",
      },
      {
        title: "Sonbahar: Akçaağaç Vadisi",
        description:
          "Komşu istasyonlardaki iki eski dost otuz yıldır konuşmamıştır. Kondüktör, söylemedikleri sözleri bir perondan ötekine taşır.",
      },
      {
        title: "Kış: Son Durak",
        description:
          "Kar, son treni hattın sonuna bir istasyon kala durdurur. Kondüktör ile beş yolcu, yolun kalanını raylar boyunca yürür.",
      },
    ],
  },
  "the-tea-mountain": {
    title: "Çay Dağı",
    description:
      "Yaşlı bir çay üreticisi dağını üç oğluna bölüştürür, hasat mevsimini ise hiç konuşmayan torununa bırakır. Sis kalkmadan önce hangi yaprağın bahar olduğuna tek başına o karar verecektir.",
  },
  "the-bamboo-letters": {
    title: "Bambu Mektuplar",
    description:
      "Her on yılda bir bambuya hep aynı el yazısıyla bir satır kazınır. Genç bir restoratör sözcüklerin izini sürerek koruluğa girer ve son satırın yarım kaldığını görür.",
  },
  "cherry-line": {
    title: "Kiraz Ağaçlı Yol",
    description:
      "Adam her sabah bisikletiyle kiraz ağaçlarının arasından iner, kadın ise yürüyerek çıkar. Yalnızca çiçeklerin açtığı on gün boyunca ikisi de aynı yerde durur.",
  },
  "terraces-of-the-sky": {
    title: "Göğün Terasları",
    description:
      "Köylüler en yüksek terasın geçen yılın göğünü hâlâ sakladığına inanır. İlk yağmur gecikince on iki yaşında bir kız onu aramak için tek başına yukarı çıkar.",
  },
  "caravan-of-the-ninth-moon": {
    title: "Dokuzuncu Ayın Kervanı",
    description:
      "Sekiz aydır yürüyorlar ve tulumlarda suyun hatırasından başka bir şey kalmadı. Rehber kuyunun bir gecelik yolda olduğuna yemin ediyor; bu çölü daha önce hiç geçmediğini kimse bilmiyor.",
  },
  "city-of-swallows": {
    title: "Kırlangıçlar Şehri",
    description:
      "Eski şehrin damlarında, herkesin haberini kırlangıçların taşıdığı söylenir. Bir terzi kadın ile emekli bir postacı, kuşlar gitmeden gökyüzünü okumayı öğrenir.",
  },
  "forty-balloons": {
    title: "Kırk Balon",
    description:
      "Vadide her sabah otuz dokuz balon havalanır; kırkıncısı, kaybolan bir pilotun bekleyen sepetidir. Kızı on altı yaşına bastığı gün o sepete biner.",
  },
  "the-kite-above-khanom": {
    title: "Khanom Üstünde Bir Uçurtma",
    description:
      "Bir çocuk, koyun karşı yakasında çalışan annesi görsün diye her akşam uçurtmasını uçurur. Bir gün ip kopar ve bütün köy uçurtmayı aramaya çıkar.",
  },
  "signals-from-the-red-shore": {
    title: "Kızıl Kıyıdan Sinyaller",
    description:
      "İki haritacı, onu görecek gözler var olmadan kurumuş bir denizin kıyısında bir istasyonu bekliyor. Dört yüzüncü gün gelgit ölçeri kıpırdıyor.",
    episodes: [
      {
        title: "Gelgit Ölçer",
        description:
          "Olaysız geçen dört yüz günün ardından ibre bir karış yükselir. İki haritacı bunu şimdilik bildirmemekte anlaşır.",
      },
      {
        title: "Tuz Havası",
        description:
          "Bir tuz fırtınası anteni koparıp götürür. Dışarıda bir şey, ölçerle aynı tempoda durmadan gövdeye vurur.",
      },
      {
        title: "Yüksek Su",
        description:
          "Gösterge en üst çizgidedir. İkisi, denizin neyi geri getirdiğini görmek için kıyıya iner.",
      },
    ],
  },
  "last-train-to-harrow-vale": {
    title: "Harrow Vale’e Son Tren",
    description:
      "Tali hat pazar günü kapanıyor ve ilçenin yarısı son sefer için toplanmış. Dört numaralı vagonda bir işaret memuru ile bir zamanlar onun yüzünden aktarmasını kaçıran kadının doksan dakikası var.",
  },
  "rain-on-mapo-bridge": {
    title: "Mapo Köprüsü’nde Yağmur",
    description:
      "Ne zaman gece yağmur yağsa, köprünün ortasında kırmızı bir şemsiye durur. Bir taksici üç kez yanından geçer, dördüncü gece durup bekler.",
  },
  "ten-thousand-windows": {
    title: "On Bin Pencere",
    description:
      "Adam gün doğmadan şehrin sayaçlarını okur; kırk birinci kattaki kadın ışığını hiç söndürmez. Bir elektrik kesintisi on bin pencereyi birden karartınca başını kaldırır ve onunkini bulamaz.",
  },
  "lavender-hours": {
    title: "Lavanta Saatleri",
    description:
      "Koku alma duyusunu yitiren bir parfümcü, hasadın son haftasında büyükannesinin çiftliğine döner. Ona kokuları yeniden öğreten, onları yalnızca renk olarak bilen bir adamdır.",
  },
  "poppy-season": {
    title: "Gelincik Mevsimi",
    description:
      "Üç kız kardeşe, annelerinin ölümünden beri duran bir yel değirmeni miras kalır. Gelincikler açınca kanatlardan biri dönmeye başlar ve hiçbiri ona dokunduğunu kabul etmez.",
  },
};
