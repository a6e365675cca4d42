import type { CatalogueTexts } from "./catalogue-texts.ts";

/** German. */
export const DE: CatalogueTexts = {
  "the-long-thaw": {
    title: "Das lange Tauen",
    description:
      "Nach elf Wintern kehrt eine Bergführerin in ein Tal zurück, in dem der Gletscher zu singen begonnen hat. Ein Sommer bleibt ihr, um zu verstehen, was er sagt – und dem Mann zu verzeihen, der sie das Zuhören lehrte.",
  },
  "a-house-under-the-aurora": {
    title: "Ein Haus unter dem Nordlicht",
    description:
      "Sieben Haushalte teilen sich einen gefrorenen Fjord und zehn Wochen ohne Sonnenaufgang. Ein geduldiges, leuchtendes Porträt von Menschen, die eine Lampe ins Fenster stellen, für alle, die noch unterwegs sind.",
  },
  "winter-market": {
    title: "Wintermarkt",
    description:
      "Am letzten Markttag vor dem großen Schnee tauschen zwei Fremde versehentlich ihre Mäntel. In jeder Tasche steckt ein Brief, der den anderen nichts angeht – und der alles verändert.",
  },
  "foxes-in-the-snow-wood": {
    title: "Die Füchse im Schneewald",
    description:
      "In der Nacht, in der der Mond am tiefsten steht, geben alle Tiere des Waldes ihre geliehenen Namen zurück. Nur die jüngste Füchsin hat ihren verlegt und muss durch die Birken, um ihn zu finden.",
  },
  "the-observatory-at-mount-haneul": {
    title: "Die Sternwarte am Haneul",
    description:
      "Im letzten Winter vor der Schließung will ein alter Techniker den Stern wiederfinden, der vor vierzig Jahren verschwand. Helfen will ihm nur die einzige Zeugin jener Nacht.",
  },
  "the-keeper-of-skarholm": {
    title: "Der Wärter von Skarholm",
    description:
      "Das Leuchtfeuer auf Skarholm brennt seit neun Jahren ohne Wärter. Als eine junge Technikerin es abschalten soll, findet sie ein Logbuch, das jemand bis gestern geführt hat.",
    episodes: [
      {
        title: "Neun Jahre Licht",
        description:
          "Die Technikerin kommt mit dem Auftrag, das Feuer zu löschen. Der Ofen ist noch warm, und der letzte Eintrag im Logbuch ist von gestern.",
      },
      {
        title: "Das Logbuch",
        description:
          "Sie liest sich durch neun Jahre in derselben ruhigen Handschrift. Jeder Sturm steht darin – und auch ihre eigene Ankunft, eine Woche im Voraus vermerkt.",
      },
      {
        title: "Springflut",
        description:
          "Die höchste Flut des Jahres schneidet die Insel ab, und die Lampe fällt aus. Eine Nacht lang muss sie selbst über das Licht wachen.",
      },
      {
        title: "Wer wacht",
        description:
          "Im Morgengrauen soll das Boot sie abholen. Bevor es anlegt, erfährt sie, wer geschrieben hat – und für wen das Licht brannte.",
      },
      {
        title: "Die Lampenstube",
        description:
          "Ein Gang auf den Turm von Skarholm: wie man die Lampe von Hand anzündet und was jeder Wärter in ihr Messing geritzt hat.",
      },
    ],
    seasons: ["Ebbe", "Flut"],
  },
  "whale-summer": {
    title: "Walsommer",
    description:
      "Jeden Juli kehrt ein einzelner Buckelwal in eine Bucht zurück, die auf keiner Karte einen Namen hat. Drei Generationen einer Familie warten auf demselben flachen Felsen auf ihn.",
  },
  "steamer-to-nowhere": {
    title: "Dampfer nach Nirgendwo",
    description:
      "Alle Passagiere der Corvina haben Karten zu verschiedenen Häfen, und jedem hat der Kapitän den nächsten Halt versprochen. Am fünften roten Abend schaut jemand auf den Kompass.",
  },
  "harbour-of-paper-boats": {
    title: "Hafen der Papierboote",
    description:
      "Jedes Kind der Insel faltet ein Papierboot für einen Vater, der noch auf See ist. Eines Morgens kehrt ein Boot zurück – mit einer Antwort.",
  },
  "fireflies-of-the-mangrove": {
    title: "Glühwürmchen im Mangrovenwald",
    description:
      "An einem Fluss ohne Strom blinken Tausende Glühwürmchen im Takt wie ein einziges Herz. Ein Fischer zählt sie jede Nacht, seit sie weniger zu werden begannen.",
  },
  "lanterns-over-lake-suwa": {
    title: "Laternen über dem Suwa-See",
    description:
      "Eine Nacht im Jahr, wenn die Laternen über den See steigen, darf die Stadt ihren Toten schreiben. Die Tochter des Briefschreibers glaubt nicht daran – bis eine Antwort mit ihrem Namen kommt.",
  },
  "small-stations": {
    title: "Kleine Bahnhöfe",
    description:
      "Ein Schaffner verbringt ein Jahr auf einer Strecke mit drei Zügen am Tag. An jedem Bahnhof steigt jemand aus, jemand wartet, und nur die Jahreszeiten halten sich an den Fahrplan.",
    episodes: [
      {
        title: "Frühling: Sakurazaka",
        description:
          "Der neue Fahrplan beginnt mit einem Mädchen, das jeden Morgen in Sakurazaka einsteigt und nie auszusteigen scheint.",
      },
      {
        title: "Sommer: Am See",
        description:
          "Ein vergessener Strohhut fährt eine Woche lang die Strecke auf und ab, bis ihn am See jemand abholt.",
      },
      {
        title: "Herbst: Ahorntal",
        description:
          "Zwei alte Freunde an benachbarten Bahnhöfen haben seit dreißig Jahren kein Wort gewechselt. Der Schaffner trägt, was sie verschweigen, von Bahnsteig zu Bahnsteig.",
      },
      {
        title: "Winter: Endstation",
        description:
          "Der Schnee hält den letzten Zug eine Station vor dem Ziel auf. Der Schaffner und fünf Fahrgäste gehen den Rest des Weges auf den Schienen.",
      },
    ],
  },
  "the-tea-mountain": {
    title: "Der Teeberg",
    description:
      "Ein alter Teebauer teilt seinen Berg unter drei Söhnen auf und hinterlässt die Erntezeit einer Enkelin, die nie spricht. Ehe sich der Nebel hebt, muss sie allein entscheiden, welches Blatt der Frühling ist.",
  },
  "the-bamboo-letters": {
    title: "Die Bambusbriefe",
    description:
      "Alle zehn Jahre erscheint eine Zeile im Bambus, immer in derselben Handschrift. Eine junge Restauratorin folgt den Worten in den Hain und entdeckt, dass das letzte noch nicht zu Ende geschrieben ist.",
  },
  "cherry-line": {
    title: "Kirschallee",
    description:
      "Jeden Morgen fährt er mit dem Rad die Kirschallee hinab, und sie geht sie zu Fuß hinauf. Nur in den zehn Tagen der Blüte bleiben beide an derselben Stelle stehen.",
  },
  "terraces-of-the-sky": {
    title: "Terrassen des Himmels",
    description:
      "Im Dorf glaubt man, die höchste Terrasse bewahre den Himmel des vergangenen Jahres. Als der erste Regen ausbleibt, steigt ein zwölfjähriges Mädchen allein hinauf, um ihn zu suchen.",
  },
  "caravan-of-the-ninth-moon": {
    title: "Die Karawane des neunten Mondes",
    description:
      "Acht Monde sind sie gegangen, und in den Schläuchen ist kaum mehr als die Erinnerung an Wasser. Der Führer schwört, der Brunnen liege eine Nacht entfernt; niemand weiß, dass er diesen Sand noch nie durchquert hat.",
  },
  "city-of-swallows": {
    title: "Stadt der Schwalben",
    description:
      "Über den Dächern der Altstadt, heißt es, tragen die Schwalben die Nachrichten aller Leute. Eine Schneiderin und ein Postbote im Ruhestand lernen, den Himmel zu lesen, ehe die Vögel ziehen.",
  },
  "forty-balloons": {
    title: "Vierzig Ballons",
    description:
      "Jeden Morgen steigen neununddreißig Ballons über dem Tal auf; der vierzigste ist der wartende Korb eines Piloten, der nie wieder landete. An ihrem sechzehnten Geburtstag klettert seine Tochter hinein.",
  },
  "the-kite-above-khanom": {
    title: "Der Drachen über Khanom",
    description:
      "Jeden Abend lässt ein Junge seinen Drachen steigen, damit die Mutter ihn jenseits der Bucht sieht. Eines Tages reißt die Schnur, und das ganze Dorf macht sich auf die Suche.",
  },
  "signals-from-the-red-shore": {
    title: "Signale vom roten Ufer",
    description:
      "Zwei Vermesser betreiben eine Station an einem Meer, das versiegte, ehe es Augen gab, es zu sehen. Am vierhundertsten Tag schlägt der Pegelmesser aus.",
    episodes: [
      {
        title: "Der Pegel",
        description:
          "Vierhundert Tage ohne Ereignis, dann steigt die Nadel um eine Handbreit. Die beiden Vermesser beschließen, es vorerst nicht zu melden.",
      },
      {
        title: "Salzwetter",
        description:
          "Ein Salzsturm reißt die Antenne fort. Draußen klopft etwas gegen die Hülle, im Takt des Pegels.",
      },
      {
        title: "Hochwasser",
        description:
          "Der Pegel steht auf der höchsten Marke. Zu zweit gehen sie hinunter ans Ufer, um zu sehen, was das Meer zurückgebracht hat.",
      },
    ],
  },
  "last-train-to-harrow-vale": {
    title: "Letzter Zug nach Harrow Vale",
    description:
      "Am Sonntag wird die Nebenstrecke stillgelegt, und die halbe Grafschaft ist zur letzten Fahrt gekommen. Im vierten Wagen haben ein Stellwerker und die Frau, die seinetwegen einst ihren Anschluss verpasste, noch neunzig Minuten.",
  },
  "rain-on-mapo-bridge": {
    title: "Regen auf der Mapo-Brücke",
    description:
      "Immer wenn es nachts regnet, steht ein roter Schirm mitten auf der Brücke. Ein Taxifahrer fährt dreimal vorbei, in der vierten Nacht hält er an.",
  },
  "ten-thousand-windows": {
    title: "Zehntausend Fenster",
    description:
      "Er liest vor Tagesanbruch die Zähler der Stadt ab; im einundvierzigsten Stock löscht sie nie das Licht. Als ein Stromausfall zehntausend Fenster zugleich verdunkelt, blickt er auf und findet ihres nicht.",
  },
  "lavender-hours": {
    title: "Lavendelstunden",
    description:
      "Eine Parfümeurin ohne Geruchssinn kehrt in der letzten Erntewoche auf den Hof ihrer Großmutter zurück. Die Düfte lehrt sie einer neu, der sie nur als Farben kennt.",
  },
  "poppy-season": {
    title: "Mohnzeit",
    description:
      "Drei Schwestern erben eine Mühle, die seit dem Tod der Mutter stillsteht. Als der Mohn aufgeht, dreht sich ein Flügel – und keine von ihnen will es gewesen sein.",
  },
};
