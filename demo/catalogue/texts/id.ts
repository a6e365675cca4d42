import type { CatalogueTexts } from "./catalogue-texts.ts";

/** Indonesian. */
export const ID: CatalogueTexts = {
  "the-long-thaw": {
    title: "Es yang Lama Mencair",
    description:
      "Setelah sebelas musim dingin merantau, seorang pemandu gunung pulang ke lembah tempat gletser mulai bernyanyi. Ia hanya punya satu musim panas untuk memahami nyanyian itu, dan untuk memaafkan lelaki yang mengajarinya mendengar.",
  },
  "a-house-under-the-aurora": {
    title: "Rumah di Bawah Aurora",
    description:
      "Tujuh keluarga berbagi satu fyord beku dan sepuluh minggu tanpa matahari terbit. Potret yang sabar dan hangat tentang orang-orang yang menyalakan lampu di jendela bagi siapa pun yang sedang berjalan pulang.",
  },
  "winter-market": {
    title: "Pasar Musim Dingin",
    description:
      "Pada hari pasar terakhir sebelum salju besar, dua orang asing pulang dengan mantel yang tertukar. Di setiap saku ada surat yang bukan urusan mereka, dan yang mengubah segalanya.",
  },
  "foxes-in-the-snow-wood": {
    title: "Rubah di Hutan Salju",
    description:
      "Pada malam ketika bulan menggantung paling rendah, semua penghuni hutan mengembalikan nama yang mereka pinjam. Hanya si rubah bungsu yang ketinggalan namanya entah di mana, dan ia harus menyeberangi hutan birka untuk mencarinya.",
  },
  "the-observatory-at-mount-haneul": {
    title: "Observatorium di Gunung Haneul",
    description:
      "Pada musim dingin terakhir sebelum observatorium ditutup, seorang teknisi tua bertekad mencari bintang yang lenyap empat puluh tahun lalu. Satu-satunya yang mau membantu adalah satu-satunya orang lain yang melihat bintang itu lenyap.",
  },
  "the-keeper-of-skarholm": {
    title: "Penjaga Mercusuar Skarholm",
    description:
      "Sudah sembilan tahun mercusuar Skarholm menyala tanpa penjaga. Seorang teknisi muda yang diutus untuk memadamkannya menemukan buku catatan yang masih diisi seseorang sampai kemarin.",
    episodes: [
      {
        title: "Sembilan Tahun Cahaya",
        description:
          "Sang teknisi mendarat dengan perintah memadamkan lampu. Tungku masih hangat, dan catatan terakhir di buku itu baru sehari umurnya.",
      },
      {
        title: "Buku Catatan",
        description:
          "Ia membaca mundur sembilan tahun dalam satu tulisan tangan yang tenang. Setiap badai tercatat, begitu pula kedatangannya sendiri, ditulis seminggu sebelum ia tiba.",
      },
      {
        title: "Pasang Purnama",
        description:
          "Pasang tertinggi tahun ini memutus pulau dari daratan, dan lampu padam. Semalam penuh, ia sendiri yang harus menjaga cahaya.",
      },
      {
        title: "Siapa yang Berjaga",
        description:
          "Perahu jemputan akan tiba saat fajar. Sebelum perahu itu merapat, ia tahu siapa yang selama ini menulis, dan untuk siapa cahaya itu dijaga.",
      },
      {
        title: "Ruang Lampu",
        description:
          "Menaiki menara Skarholm: bagaimana lampu dinyalakan dengan tangan, dan apa yang digoreskan setiap penjaga pada kuningannya.",
      },
    ],
    seasons: ["Surut", "Pasang"],
  },
  "whale-summer": {
    title: "Musim Panas Sang Paus",
    description:
      "Setiap bulan Juli seekor paus bungkuk kembali ke teluk yang tak bernama di peta. Tiga generasi satu keluarga telah menantinya di atas batu datar yang sama.",
  },
  "steamer-to-nowhere": {
    title: "Kapal Uap Tanpa Tujuan",
    description:
      "Para penumpang Corvina membeli tiket ke pelabuhan yang berbeda-beda, dan kepada masing-masing sang kapten menjanjikan perhentian berikutnya. Pada senja merah kelima, seseorang melihat kompas.",
  },
  "harbour-of-paper-boats": {
    title: "Pelabuhan Perahu Kertas",
    description:
      "Setiap anak di pulau itu melipat perahu kertas untuk ayah yang masih di laut. Suatu pagi sebuah perahu kembali, membawa jawaban.",
  },
  "fireflies-of-the-mangrove": {
    title: "Kunang-Kunang Hutan Bakau",
    description:
      "Di sebuah sungai tanpa listrik, ribuan kunang-kunang berkedip serempak seperti satu jantung. Seorang nelayan menghitungnya setiap malam, sejak malam ketika jumlahnya mulai berkurang.",
  },
  "lanterns-over-lake-suwa": {
    title: "Lentera di Atas Danau Suwa",
    description:
      "Semalam dalam setahun, ketika lentera naik di atas danau, warga kota boleh menulis surat kepada mereka yang telah tiada. Putri seorang juru tulis surat tak pernah percaya, sampai datang jawaban dengan namanya tertera di sana.",
  },
  "small-stations": {
    title: "Stasiun-Stasiun Kecil",
    description:
      "Seorang kondektur melewatkan setahun di jalur yang hanya dilalui tiga kereta sehari. Di setiap stasiun ada yang turun dan ada yang menunggu, dan hanya musim yang menepati jadwal.",
    episodes: [
      {
        title: "Musim Semi: Sakurazaka",
        description:
          "Jadwal baru dimulai dengan seorang gadis yang naik di Sakurazaka setiap pagi dan seolah tak pernah turun.",
      },
      {
        title: "Musim Panas: Tepi Danau",
        description:
          "Sebuah topi jerami yang tertinggal ikut bolak-balik di kereta selama seminggu, sampai seseorang di tepi danau datang mengambilnya.",
      },
      {
        title: "Musim Gugur: Lembah Maple",
        description:
          "Dua sahabat lama di stasiun yang bertetangga sudah tiga puluh tahun tak bertegur sapa. Sang kondektur membawa apa yang tak mereka ucapkan dari satu peron ke peron lain.",
      },
      {
        title: "Musim Dingin: Stasiun Akhir",
        description:
          "Salju menghentikan kereta terakhir satu stasiun sebelum tujuan. Kondektur dan lima penumpang menempuh sisa jalan dengan berjalan kaki menyusuri rel.",
      },
    ],
  },
  "the-tea-mountain": {
    title: "Gunung Teh",
    description:
      "Seorang petani teh tua membagi gunungnya kepada tiga anak lelaki dan mewariskan musim petik kepada cucu perempuan yang tak pernah bicara. Sebelum kabut terangkat, dialah yang harus menentukan daun mana yang disebut musim semi.",
  },
  "the-bamboo-letters": {
    title: "Surat-Surat Bambu",
    description:
      "Setiap sepuluh tahun sebaris kata terukir di batang bambu, selalu dengan tulisan tangan yang sama. Seorang konservator muda mengikuti kata-kata itu ke dalam rumpun, dan mendapati baris terakhir belum selesai.",
  },
  "cherry-line": {
    title: "Jalan Bunga Sakura",
    description:
      "Setiap pagi ia bersepeda menuruni deretan pohon sakura, dan perempuan itu berjalan mendakinya. Hanya selama sepuluh hari bunga mekar, keduanya berhenti di tempat yang sama.",
  },
  "terraces-of-the-sky": {
    title: "Terasering Langit",
    description:
      "Orang desa percaya bahwa petak sawah tertinggi masih menyimpan langit tahun lalu. Ketika hujan pertama terlambat, seorang anak perempuan dua belas tahun mendaki sendirian untuk mencarinya.",
  },
  "caravan-of-the-ninth-moon": {
    title: "Kafilah Bulan Kesembilan",
    description:
      "Delapan bulan mereka berjalan, dan di kantong kulit hanya tersisa kenangan akan air. Sang penunjuk jalan bersumpah sumur tinggal semalam lagi; tak ada yang tahu bahwa ia belum pernah melintasi gurun ini.",
  },
  "city-of-swallows": {
    title: "Kota Burung Layang-Layang",
    description:
      "Di atap-atap kota tua, konon burung layang-layang membawa kabar semua orang. Seorang penjahit dan tukang pos yang sudah pensiun belajar membaca langit sebelum burung-burung itu pergi.",
  },
  "forty-balloons": {
    title: "Empat Puluh Balon",
    description:
      "Setiap fajar tiga puluh sembilan balon udara naik di atas lembah; yang keempat puluh adalah keranjang yang menanti seorang pilot yang tak pernah turun. Pada pagi ulang tahunnya yang keenam belas, putrinya naik ke keranjang itu.",
  },
  "the-kite-above-khanom": {
    title: "Layang-Layang di Langit Khanom",
    description:
      "Setiap petang seorang bocah menerbangkan layang-layang agar ibunya yang bekerja di seberang teluk dapat melihatnya. Suatu hari benangnya putus, dan seisi desa pergi mencari.",
  },
  "signals-from-the-red-shore": {
    title: "Sinyal dari Pantai Merah",
    description:
      "Dua juru ukur menjaga stasiun di tepi laut yang mengering sebelum ada mata yang melihatnya. Pada hari keempat ratus, alat ukur pasang bergerak.",
    episodes: [
      {
        title: "Alat Ukur Pasang",
        description:
          "Empat ratus hari tanpa kejadian, lalu jarum naik selebar telapak tangan. Kedua juru ukur sepakat untuk belum melaporkannya.",
      },
      {
        title: "Cuaca Garam",
        description:
          "Badai garam merenggut antena. Di luar, sesuatu terus mengetuk dinding, seirama dengan alat ukur.",
      },
      {
        title: "Pasang Tertinggi",
        description:
          "Jarum berada di tanda paling atas. Keduanya turun ke pantai untuk melihat apa yang dibawa pulang oleh laut.",
      },
    ],
  },
  "last-train-to-harrow-vale": {
    title: "Kereta Terakhir ke Harrow Vale",
    description:
      "Jalur cabang itu tutup hari Minggu, dan separuh penduduk datang untuk perjalanan terakhirnya. Di gerbong empat, seorang juru sinyal dan perempuan yang dulu ketinggalan kereta gara-gara dirinya tinggal punya sembilan puluh menit.",
  },
  "rain-on-mapo-bridge": {
    title: "Hujan di Jembatan Mapo",
    description:
      "Setiap kali hujan turun di malam hari, sebuah payung merah berdiri di tengah jembatan. Seorang sopir taksi melewatinya tiga kali, dan pada malam keempat ia berhenti.",
  },
  "ten-thousand-windows": {
    title: "Sepuluh Ribu Jendela",
    description:
      "Ia mencatat meteran listrik kota sebelum subuh; di lantai empat puluh satu, perempuan itu tak pernah memadamkan lampunya. Ketika listrik mati dan sepuluh ribu jendela gelap serentak, ia mendongak dan tak menemukan jendela itu.",
  },
  "lavender-hours": {
    title: "Jam-Jam Lavender",
    description:
      "Seorang peracik parfum yang kehilangan penciuman kembali ke kebun neneknya pada pekan terakhir panen. Yang mengajarinya mengenal aroma lagi adalah lelaki yang hanya mengenal aroma lewat warna.",
  },
  "poppy-season": {
    title: "Musim Bunga Popi",
    description:
      "Tiga bersaudari mewarisi kincir angin yang diam sejak ibu mereka meninggal. Saat bunga popi mekar, satu bilahnya mulai berputar, dan tak seorang pun mengaku menyentuhnya.",
  },
};
