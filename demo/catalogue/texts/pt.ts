import type { CatalogueTexts } from "./catalogue-texts.ts";

/** Portuguese. */
export const PT: CatalogueTexts = {
  "the-long-thaw": {
    title: "O Longo Degelo",
    description:
      "Depois de onze invernos longe, uma guia de montanha volta para casa, num vale onde a geleira começou a cantar. Ela tem um verão para entender o que o gelo diz e para perdoar o homem que a ensinou a escutar.",
  },
  "a-house-under-the-aurora": {
    title: "Uma Casa sob a Aurora",
    description:
      "Sete famílias dividem um fiorde congelado e dez semanas sem nascer do sol. Um retrato paciente e luminoso de gente que deixa uma luz acesa na janela para quem estiver voltando a pé para casa.",
  },
  "winter-market": {
    title: "Feira de Inverno",
    description:
      "No último dia de feira antes da grande nevasca, dois desconhecidos vão embora com os casacos trocados. Em cada bolso há uma carta que não lhes diz respeito e que muda tudo.",
  },
  "foxes-in-the-snow-wood": {
    title: "As Raposas do Bosque de Neve",
    description:
      "Na noite em que a lua fica mais baixa, cada bicho do bosque devolve o nome que pegou emprestado. Só a raposa caçula esqueceu o seu em algum lugar, e precisa atravessar as bétulas para encontrá-lo.",
  },
  "the-observatory-at-mount-haneul": {
    title: "O Observatório do Monte Haneul",
    description:
      "No último inverno antes do fechamento, um velho técnico decide encontrar a estrela que sumiu há quarenta anos. A única pessoa disposta a ajudar é a única outra que a viu desaparecer.",
  },
  "the-keeper-of-skarholm": {
    title: "O Faroleiro de Skarholm",
    description:
      "Há nove anos o farol de Skarholm brilha sem faroleiro. Enviada para apagá-lo, uma jovem técnica encontra um diário de bordo que alguém manteve em dia até ontem.",
    episodes: [
      {
        title: "Nove Anos de Luz",
        description:
          "A técnica desembarca com ordens de apagar o farol. O fogão ainda está morno, e a última anotação do diário é da véspera.",
      },
      {
        title: "O Diário de Bordo",
        description:
          "Ela relê nove anos escritos com a mesma letra serena. Todas as tempestades estão ali, e também a sua própria chegada, anotada uma semana antes.",
      },
      {
        title: "Maré Viva",
        description:
          "A maior maré do ano isola a ilha, e a lâmpada se apaga. Por uma noite, é ela quem precisa manter a luz acesa.",
      },
      {
        title: "Quem Vigia",
        description:
          "O barco vem buscá-la ao amanhecer. Antes que ele atraque, ela descobre quem escrevia e para quem a luz ficava acesa.",
      },
      {
        title: "A sala da lâmpada",
        description:
          "Uma subida à torre de Skarholm: como se acende a lâmpada à mão e o que cada faroleiro riscou no latão.",
      },
    ],
    seasons: ["Maré baixa", "Maré alta"],
  },
  "whale-summer": {
    title: "O Verão da Baleia",
    description:
      "Todo mês de julho, uma única jubarte volta a uma baía sem nome nos mapas. Três gerações da mesma família já esperaram por ela na mesma pedra.",
  },
  "steamer-to-nowhere": {
    title: "Vapor para Lugar Nenhum",
    description:
      "Os passageiros do Corvina compraram bilhetes para portos diferentes, e o capitão prometeu a cada um que a próxima parada é a sua. No quinto entardecer vermelho, alguém olha a bússola.",
  },
  "harbour-of-paper-boats": {
    title: "O Porto dos Barcos de Papel",
    description:
      "Cada criança da ilha dobra um barco de papel para um pai que ainda está no mar. Certa manhã, um dos barcos volta, trazendo uma resposta.",
  },
  "fireflies-of-the-mangrove": {
    title: "Vaga-lumes do Manguezal",
    description:
      "Num rio sem eletricidade, milhares de vaga-lumes piscam juntos como um só coração. Um pescador os conta todas as noites, desde a noite em que começaram a rarear.",
  },
  "lanterns-over-lake-suwa": {
    title: "Lanternas sobre o Lago Suwa",
    description:
      "Uma noite por ano, quando as lanternas sobem sobre o lago, a cidade pode escrever aos seus mortos. A filha do escriba nunca acreditou nisso, até chegar uma resposta com o nome dela.",
  },
  "small-stations": {
    title: "Pequenas Estações",
    description:
      "Um chefe de trem passa um ano numa linha com três trens por dia. Em cada estação alguém desce e alguém espera, e só as estações do ano cumprem o horário.",
    episodes: [
      {
        title: "Primavera: Sakurazaka",
        description:
          "O novo horário começa com uma menina que embarca em Sakurazaka todas as manhãs e parece nunca descer.",
      },
      {
        title: "Verão: À Beira do Lago",
        description:
          "Um chapéu de palha esquecido sobe e desce a linha por uma semana, até que alguém à beira do lago venha buscá-lo.",
      },
      {
        title: "Outono: Vale dos Bordos",
        description:
          "Dois velhos amigos de estações vizinhas não se falam há trinta anos. O chefe de trem leva de uma plataforma à outra aquilo que eles calam.",
      },
      {
        title: "Inverno: Fim da Linha",
        description:
          "A neve detém o último trem uma estação antes do fim. O chefe de trem e cinco passageiros fazem o resto do caminho a pé, pelos trilhos.",
      },
    ],
  },
  "the-tea-mountain": {
    title: "A Montanha do Chá",
    description:
      "Um velho plantador divide sua montanha entre os três filhos e deixa a época da colheita para uma neta que nunca fala. Antes que a névoa se levante, só ela deve decidir qual folha é a primavera.",
  },
  "the-bamboo-letters": {
    title: "As Cartas de Bambu",
    description:
      "A cada dez anos, uma linha é gravada no bambu, sempre com a mesma caligrafia. Uma jovem restauradora segue as palavras bambuzal adentro e descobre que a última ainda não terminou.",
  },
  "cherry-line": {
    title: "A Alameda das Cerejeiras",
    description:
      "Toda manhã ele desce de bicicleta a fileira de cerejeiras, e ela sobe a pé. Nos dez dias da florada, e só neles, os dois param no mesmo lugar.",
  },
  "terraces-of-the-sky": {
    title: "Terraços do Céu",
    description:
      "A aldeia acredita que o terraço mais alto ainda guarda o céu do ano passado. Quando a primeira chuva atrasa, uma menina de doze anos sobe sozinha para procurá-lo.",
  },
  "caravan-of-the-ninth-moon": {
    title: "A Caravana da Nona Lua",
    description:
      "Eles caminham há oito luas, e nos odres resta pouco mais que a lembrança da água. O guia jura que o poço fica a uma noite dali; ninguém sabe que ele nunca atravessou essas areias.",
  },
  "city-of-swallows": {
    title: "A Cidade das Andorinhas",
    description:
      "Dizem que, nos telhados da cidade velha, as andorinhas levam as notícias de todos. Uma costureira e um carteiro aposentado aprendem a ler o céu antes que as aves partam.",
  },
  "forty-balloons": {
    title: "Quarenta Balões",
    description:
      "A cada amanhecer, trinta e nove balões sobem sobre o vale; o quadragésimo é o cesto à espera de um piloto que nunca desceu. Na manhã em que faz dezesseis anos, a filha dele entra no cesto.",
  },
  "the-kite-above-khanom": {
    title: "A Pipa no Céu de Khanom",
    description:
      "Todo fim de tarde um menino empina sua pipa para que a mãe, que trabalha do outro lado da baía, possa vê-la. Um dia a linha arrebenta, e a vila inteira sai à procura.",
  },
  "signals-from-the-red-shore": {
    title: "Sinais da Costa Vermelha",
    description:
      "Dois topógrafos mantêm uma estação à beira de um mar que secou antes que houvesse olhos para vê-lo. No quadringentésimo dia, o marégrafo se move.",
    episodes: [
      {
        title: "O Marégrafo",
        description:
          "Quatrocentos dias sem nada a registrar, e então o ponteiro sobe um palmo. Os topógrafos combinam não avisar ninguém por enquanto.",
      },
      {
        title: "Tempo de Sal",
        description:
          "Uma tempestade de sal leva a antena. Lá fora, algo bate no casco sem parar, no compasso do marégrafo.",
      },
      {
        title: "Maré Cheia",
        description:
          "O marégrafo está na marca mais alta. Os dois descem até a costa para ver o que o mar trouxe de volta.",
      },
    ],
  },
  "last-train-to-harrow-vale": {
    title: "Último Trem para Harrow Vale",
    description:
      "O ramal fecha no domingo, e meio condado veio para a viagem de despedida. No vagão quatro, um sinaleiro e a mulher que um dia perdeu a conexão por causa dele têm noventa minutos.",
  },
  "rain-on-mapo-bridge": {
    title: "Chuva na Ponte Mapo",
    description:
      "Sempre que chove à noite, há um guarda-chuva vermelho parado no meio da ponte. Um taxista passa por ele três vezes e, na quarta noite, para o carro.",
  },
  "ten-thousand-windows": {
    title: "Dez Mil Janelas",
    description:
      "Ele lê os medidores da cidade antes do amanhecer; no quadragésimo primeiro andar, ela nunca apaga a luz. Quando um apagão escurece dez mil janelas de uma vez, ele olha para cima e não encontra a dela.",
  },
  "lavender-hours": {
    title: "Horas de Alfazema",
    description:
      "Uma perfumista que perdeu o olfato volta à quinta da avó na última semana da colheita. Quem lhe ensina de novo os cheiros é um rapaz que só os conhece pelas cores.",
  },
  "poppy-season": {
    title: "A Estação das Papoulas",
    description:
      "Três irmãs herdam um moinho de vento parado desde a morte da mãe. Quando as papoulas se abrem, uma das pás começa a girar, e nenhuma delas admite ter encostado nela.",
  },
};
