import type { CatalogueTexts } from "./catalogue-texts.ts";

/** Malay. */
export const MS: CatalogueTexts = {
  "the-long-thaw": {
    title: "Salji yang Lama Mencair",
    description:
      "Selepas sebelas musim sejuk di perantauan, seorang pemandu gunung pulang ke lembah yang glasiernya mula bernyanyi. Dia hanya ada satu musim panas untuk memahami nyanyian itu, dan memaafkan lelaki yang mengajarnya mendengar.",
  },
  "a-house-under-the-aurora": {
    title: "Rumah di Bawah Aurora",
    description:
      "Tujuh keluarga berkongsi satu fiord yang membeku dan sepuluh minggu tanpa matahari terbit. Potret yang tenang dan hangat tentang mereka yang membiarkan lampu menyala di jendela untuk sesiapa yang sedang berjalan pulang.",
  },
  "winter-market": {
    title: "Pasar Musim Sejuk",
    description:
      "Pada hari pasar terakhir sebelum salji lebat, dua orang asing pulang dengan kot yang tertukar. Dalam setiap poket ada sepucuk surat yang bukan urusan mereka, tetapi mengubah segala-galanya.",
  },
  "foxes-in-the-snow-wood": {
    title: "Rubah di Hutan Salji",
    description:
      "Pada malam bulan tergantung paling rendah, semua haiwan di hutan memulangkan nama yang dipinjam. Hanya si rubah bongsu tertinggal namanya entah di mana, dan dia mesti merentas hutan birch untuk mencarinya.",
  },
  "the-observatory-at-mount-haneul": {
    title: "Balai Cerap Gunung Haneul",
    description:
      "Pada musim sejuk terakhir sebelum balai cerap ditutup, seorang juruteknik tua mahu mencari bintang yang lenyap empat puluh tahun lalu. Satu-satunya yang sudi membantu ialah satu-satunya orang lain yang melihatnya lenyap.",
  },
  "the-keeper-of-skarholm": {
    title: "Penjaga Rumah Api Skarholm",
    description:
      "Sudah sembilan tahun rumah api Skarholm menyala tanpa penjaga. Seorang jurutera muda yang dihantar untuk memadamkannya menemui buku log yang masih ditulis orang hingga semalam.",
    episodes: [
      {
        title: "Sembilan Tahun Cahaya",
        description:
          "Jurutera itu mendarat dengan arahan memadamkan lampu. Dapur pemanas masih hangat, dan catatan terakhir dalam buku log bertarikh semalam.",
      },
      {
        title: "Buku Log",
        description:
          "Dia menyelak kembali sembilan tahun catatan dalam tulisan tangan yang sama. Setiap ribut tertulis di situ, malah ketibaannya sendiri, dicatat seminggu lebih awal.",
      },
      {
        title: "Air Pasang Besar",
        description:
          "Air pasang paling tinggi tahun itu memutuskan pulau dari dunia luar, dan lampu terpadam. Untuk satu malam, dia sendiri mesti menjaga cahaya itu.",
      },
      {
        title: "Siapa yang Berjaga",
        description:
          "Bot jemputan akan tiba pada waktu subuh. Sebelum bot itu merapat, dia mengetahui siapa yang menulis selama ini, dan untuk siapa cahaya itu dinyalakan.",
      },
      {
        title: "Bilik Lampu",
        description:
          "Mendaki menara Skarholm: bagaimana lampu dinyalakan dengan tangan, dan apa yang digores setiap penjaga pada loyangnya.",
      },
    ],
    seasons: ["Surut", "Pasang"],
  },
  "whale-summer": {
    title: "Musim Panas Ikan Paus",
    description:
      "Setiap bulan Julai, seekor paus bongkok kembali ke sebuah teluk yang tidak bernama di peta. Tiga generasi sebuah keluarga pernah menantinya di atas batu rata yang sama.",
  },
  "steamer-to-nowhere": {
    title: "Kapal Wap Tanpa Destinasi",
    description:
      "Penumpang Corvina membeli tiket ke pelabuhan yang berlainan, dan kapten menjanjikan perhentian seterusnya kepada setiap seorang. Pada senja merah yang kelima, seseorang menjeling kompas.",
  },
  "harbour-of-paper-boats": {
    title: "Pelabuhan Perahu Kertas",
    description:
      "Setiap anak di pulau itu melipat sebuah perahu kertas untuk ayah yang belum pulang dari laut. Suatu pagi, satu perahu kembali – membawa balasan.",
  },
  "fireflies-of-the-mangrove": {
    title: "Kelip-Kelip Hutan Bakau",
    description:
      "Di sebatang sungai tanpa elektrik, beribu-ribu kelip-kelip berkelip serentak bagai satu jantung. Seorang nelayan mengiranya setiap malam, sejak malam bilangannya mula berkurang.",
  },
  "lanterns-over-lake-suwa": {
    title: "Tanglung di Tasik Suwa",
    description:
      "Satu malam dalam setahun, apabila tanglung naik di atas tasik, penduduk pekan dibenarkan menulis surat kepada si mati. Anak perempuan penulis surat tidak pernah percaya, sehinggalah tiba balasan yang tertera namanya.",
  },
  "small-stations": {
    title: "Stesen-Stesen Kecil",
    description:
      "Seorang konduktor menghabiskan setahun di laluan yang hanya ada tiga kereta api sehari. Di setiap stesen ada yang turun dan ada yang menunggu, dan hanya musim yang menepati jadual.",
    episodes: [
      {
        title: "Musim Bunga: Sakurazaka",
        description:
          "Jadual baharu bermula dengan seorang gadis yang naik di Sakurazaka setiap pagi dan seakan-akan tidak pernah turun.",
      },
      {
        title: "Musim Panas: Tepi Tasik",
        description:
          "Sebuah topi jerami yang tertinggal berulang-alik dengan kereta api selama seminggu, hingga ada orang di tepi tasik datang menuntutnya.",
      },
      {
        title: "Musim Luruh: Lembah Maple",
        description:
          "Dua sahabat lama di stesen yang berjiran sudah tiga puluh tahun tidak bertegur sapa. Konduktor membawa apa yang tidak terucap dari satu platform ke platform yang lain.",
      },
      {
        title: "Musim Sejuk: Stesen Terakhir",
        description:
          "Salji menghentikan kereta api terakhir satu stesen sebelum destinasi. Konduktor dan lima penumpang berjalan kaki menyusuri landasan hingga ke penghujungnya.",
      },
    ],
  },
  "the-tea-mountain": {
    title: "Gunung Teh",
    description:
      "Seorang pekebun teh tua membahagikan gunungnya kepada tiga anak lelaki, dan meninggalkan musim memetik kepada cucu perempuan yang tidak pernah bersuara. Sebelum kabus terangkat, dialah yang mesti menentukan daun mana yang dinamakan musim bunga.",
  },
  "the-bamboo-letters": {
    title: "Warkah Buluh",
    description:
      "Setiap sepuluh tahun sebaris kata terukir pada batang buluh, sentiasa dengan tulisan tangan yang sama. Seorang konservator muda menjejaki kata-kata itu ke dalam rimbunan, dan mendapati baris terakhirnya belum selesai.",
  },
  "cherry-line": {
    title: "Jalan Bunga Sakura",
    description:
      "Setiap pagi dia berbasikal menuruni deretan pokok sakura, dan gadis itu berjalan mendakinya. Hanya pada sepuluh hari bunga berkembang, mereka berhenti di tempat yang sama.",
  },
  "terraces-of-the-sky": {
    title: "Teres ke Langit",
    description:
      "Penduduk kampung percaya bahawa petak sawah yang paling tinggi masih menyimpan langit tahun lalu. Apabila hujan pertama lewat turun, seorang gadis dua belas tahun mendaki seorang diri untuk mencarinya.",
  },
  "caravan-of-the-ninth-moon": {
    title: "Kafilah Bulan Kesembilan",
    description:
      "Lapan bulan mereka berjalan, dan kirbat hanya menyimpan ingatan tentang air. Penunjuk jalan bersumpah bahawa telaga tinggal satu malam perjalanan; tiada siapa tahu dia belum pernah merentas gurun ini.",
  },
  "city-of-swallows": {
    title: "Kota Burung Layang-Layang",
    description:
      "Di atas bumbung kota lama, kata orang, burung layang-layang membawa khabar semua penghuninya. Seorang tukang jahit dan posmen yang sudah bersara belajar membaca langit sebelum burung-burung itu pergi.",
  },
  "forty-balloons": {
    title: "Empat Puluh Belon",
    description:
      "Setiap subuh tiga puluh sembilan belon udara panas naik di atas lembah; yang keempat puluh ialah bakul yang menanti juruterbang yang tidak pernah turun. Pada pagi ulang tahunnya yang keenam belas, anak gadisnya memanjat masuk.",
  },
  "the-kite-above-khanom": {
    title: "Layang-Layang di Langit Khanom",
    description:
      "Setiap petang seorang budak lelaki menerbangkan layang-layang supaya ibunya yang bekerja di seberang teluk dapat melihatnya. Suatu hari talinya putus, dan seluruh kampung keluar mencari.",
  },
  "signals-from-the-red-shore": {
    title: "Isyarat dari Pantai Merah",
    description:
      "Dua juruukur menjaga sebuah stesen di tepi laut yang kering sebelum wujudnya mata untuk melihat. Pada hari keempat ratus, tolok pasang surut bergerak.",
    episodes: [
      {
        title: "Tolok Pasang Surut",
        description:
          "Empat ratus hari tanpa sebarang kejadian, kemudian jarum naik selebar tapak tangan. Kedua-dua juruukur bersetuju untuk belum melaporkannya.",
      },
      {
        title: "Cuaca Garam",
        description:
          "Ribut garam meragut antena. Ada sesuatu di luar terus mengetuk dinding, seiring dengan rentak tolok.",
      },
      {
        title: "Air Pasang Penuh",
        description:
          "Jarum berada pada tanda tertinggi. Mereka berdua turun ke pantai untuk melihat apa yang dibawa pulang oleh laut.",
      },
    ],
  },
  "last-train-to-harrow-vale": {
    title: "Kereta Api Terakhir ke Harrow Vale",
    description:
      "Laluan cawangan itu ditutup pada hari Ahad, dan separuh penduduk daerah datang untuk perjalanan terakhirnya. Di gerabak empat, penjaga isyarat dan wanita yang pernah terlepas kereta api kerana dirinya cuma tinggal sembilan puluh minit.",
  },
  "rain-on-mapo-bridge": {
    title: "Hujan di Jambatan Mapo",
    description:
      "Setiap kali hujan turun pada waktu malam, sekaki payung merah tegak di tengah jambatan. Seorang pemandu teksi melaluinya tiga kali, dan pada malam keempat dia berhenti.",
  },
  "ten-thousand-windows": {
    title: "Sepuluh Ribu Jendela",
    description:
      "Dia membaca meter elektrik kota sebelum subuh; di tingkat empat puluh satu, wanita itu tidak pernah memadamkan lampu. Apabila bekalan terputus dan sepuluh ribu jendela gelap serentak, dia mendongak dan tidak menemui jendela wanita itu.",
  },
  "lavender-hours": {
    title: "Waktu Lavender",
    description:
      "Seorang pembuat minyak wangi yang hilang deria bau pulang ke ladang neneknya pada minggu terakhir musim menuai. Yang mengajarnya mengenal haruman semula ialah lelaki yang mengenal bau hanya melalui warna.",
  },
  "poppy-season": {
    title: "Musim Bunga Popi",
    description:
      "Tiga beradik perempuan mewarisi sebuah kincir angin yang kaku sejak ibu mereka meninggal dunia. Apabila bunga popi mekar, sebilah kipasnya mula berpusing, dan tiada seorang pun mengaku menyentuhnya.",
  },
};
