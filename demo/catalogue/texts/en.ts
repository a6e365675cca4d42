import type { CatalogueTexts } from "./catalogue-texts.ts";

/** English. */
export const EN: CatalogueTexts = {
  "the-long-thaw": {
    title: "The Long Thaw",
    description:
      "After eleven winters away, a mountain guide comes home to a valley where the glacier has begun to sing. She has one summer to learn what it is saying, and to forgive the man who taught her to listen.",
  },
  "a-house-under-the-aurora": {
    title: "A House under the Aurora",
    description:
      "Seven households share one frozen fjord and ten weeks without a sunrise. A patient, glowing portrait of the people who leave a lamp in the window for whoever may be walking home.",
  },
  "winter-market": {
    title: "Winter Market",
    description:
      "On the last market day before the great snow, two strangers leave with each other's coats. In each pocket is a letter that is none of the other's business, and that changes everything.",
  },
  "foxes-in-the-snow-wood": {
    title: "Foxes in the Snow Wood",
    description:
      "On the night the moon hangs lowest, every creature in the wood returns the name it borrowed. Only the youngest fox has left hers somewhere, and must cross the birches to find it.",
  },
  "the-observatory-at-mount-haneul": {
    title: "The Observatory at Mount Haneul",
    description:
      "In its last winter before closing, an old technician decides to find the star that vanished forty years ago. The only person willing to help is the only other one who saw it go.",
  },
  "the-keeper-of-skarholm": {
    title: "The Keeper of Skarholm",
    description:
      "The light on Skarholm has burned for nine years without a keeper. A young engineer sent to switch it off finds a logbook that somebody has kept up until yesterday.",
    episodes: [
      {
        title: "Nine Years of Light",
        description:
          "The engineer lands with orders to switch the light off. The stove is still warm, and the last entry in the logbook is a day old.",
      },
      {
        title: "The Logbook",
        description:
          "She reads back through nine years in one steady hand. Every storm is there, and so is her own arrival, noted a week before she came.",
      },
      {
        title: "Spring Tide",
        description:
          "The highest tide of the year cuts the island off, and the lamp fails. For one night she has to keep the light herself.",
      },
      {
        title: "Who Keeps Watch",
        description:
          "The relief boat is due at first light. Before it lands, she learns who has been writing, and for whom the light was kept.",
      },
      {
        title: "The Lamp Room",
        description:
          "A walk up the tower of Skarholm: how the lamp is lit by hand, and what each keeper has scratched into its brass.",
      },
    ],
    seasons: ["Ebb", "Flood"],
  },
  "whale-summer": {
    title: "Whale Summer",
    description:
      "Each July a single humpback returns to a bay that has no name on the chart. Three generations of one family have waited for her on the same flat rock.",
  },
  "steamer-to-nowhere": {
    title: "Steamer to Nowhere",
    description:
      "The passengers of the Corvina have all bought tickets to different ports, and the captain has promised each of them the next stop. On the fifth red evening, somebody looks at the compass.",
  },
  "harbour-of-paper-boats": {
    title: "Harbour of Paper Boats",
    description:
      "Every child on the island folds a paper boat for a father who is still at sea. One morning a boat comes back, carrying an answer.",
  },
  "fireflies-of-the-mangrove": {
    title: "Fireflies of the Mangrove",
    description:
      "On a river without electricity, thousands of fireflies blink together like one heart. A fisherman has counted them every night since the night they began to grow fewer.",
  },
  "lanterns-over-lake-suwa": {
    title: "Lanterns over Lake Suwa",
    description:
      "One night a year, when the lanterns rise over the lake, the town is allowed to write to its dead. A letter-writer's daughter has never believed in it, until an answer arrives with her name on it.",
  },
  "small-stations": {
    title: "Small Stations",
    description:
      "A conductor spends a year on a line with three trains a day. At every station someone gets off and someone is waiting, and only the seasons keep to the timetable.",
    episodes: [
      {
        title: "Spring: Sakurazaka",
        description:
          "The new timetable begins with a girl who boards at Sakurazaka every morning and never seems to get off.",
      },
      {
        title: "Summer: Lakeside",
        description:
          "A forgotten straw hat rides up and down the line for a week, until someone by the lake comes to claim it.",
      },
      {
        title: "Autumn: Maple Valley",
        description:
          "Two old friends at neighbouring stations have not spoken for thirty years. The conductor carries what they leave unsaid from one platform to the other.",
      },
      {
        title: "Winter: Terminus",
        description:
          "Snow stops the last train one station short. The conductor and five passengers walk the rest of the way along the rails.",
      },
    ],
  },
  "the-tea-mountain": {
    title: "The Tea Mountain",
    description:
      "An old grower divides his mountain among three sons and leaves the picking season to a granddaughter who never speaks. Before the mist lifts, she alone must decide which leaf is spring.",
  },
  "the-bamboo-letters": {
    title: "The Bamboo Letters",
    description:
      "Every ten years a line is carved into the bamboo, always in the same hand. A young conservator follows the words into the grove, and finds that the last one is unfinished.",
  },
  "cherry-line": {
    title: "Cherry Line",
    description:
      "Every morning he cycles down the row of cherry trees and she walks up it. For the ten days of blossom, and only then, they stop at the same place.",
  },
  "terraces-of-the-sky": {
    title: "Terraces of the Sky",
    description:
      "The village believes that the highest terrace still holds last year's sky. When the first rain is late, a girl of twelve climbs up alone to look for it.",
  },
  "caravan-of-the-ninth-moon": {
    title: "Caravan of the Ninth Moon",
    description:
      "They have walked for eight moons and the skins hold little but the memory of water. The guide swears the well is one night away; nobody knows that he has never crossed these sands before.",
  },
  "city-of-swallows": {
    title: "City of Swallows",
    description:
      "On the roofs of the old city, the swallows are said to carry everybody's news. A seamstress and a retired postman learn to read the sky before the birds leave.",
  },
  "forty-balloons": {
    title: "Forty Balloons",
    description:
      "Every dawn thirty-nine balloons rise over the valley; the fortieth is the waiting basket of a pilot who never came down. On the morning she turns sixteen, his daughter climbs in.",
  },
  "the-kite-above-khanom": {
    title: "The Kite above Khanom",
    description:
      "Every evening a boy flies his kite so that his mother, working across the bay, can see it. One day the string breaks, and the whole village goes looking.",
  },
  "signals-from-the-red-shore": {
    title: "Signals from the Red Shore",
    description:
      "Two surveyors keep a station beside a sea that dried up before there were eyes to see it. On the four hundredth day, the tide gauge moves.",
    episodes: [
      {
        title: "The Gauge",
        description:
          "Four hundred days without an event, and then the needle rises by a hand's breadth. The surveyors agree not to report it yet.",
      },
      {
        title: "Salt Weather",
        description:
          "A salt storm takes the antenna. Something outside keeps knocking on the hull, in time with the gauge.",
      },
      {
        title: "High Water",
        description:
          "The gauge stands at its highest mark. The two of them walk down to the shore to see what the sea has brought back.",
      },
    ],
  },
  "last-train-to-harrow-vale": {
    title: "Last Train to Harrow Vale",
    description:
      "The branch line closes on Sunday, and half the county has come for the final run. In carriage four, a signalman and the woman he once let miss her connection have ninety minutes left.",
  },
  "rain-on-mapo-bridge": {
    title: "Rain on Mapo Bridge",
    description:
      "Whenever it rains at night, a red umbrella stands in the middle of the bridge. A taxi driver passes it three times, and on the fourth night he stops.",
  },
  "ten-thousand-windows": {
    title: "Ten Thousand Windows",
    description:
      "He reads the city's meters before dawn; on the forty-first floor she never turns out her light. When a power cut darkens ten thousand windows at once, he looks up and cannot find hers.",
  },
  "lavender-hours": {
    title: "Lavender Hours",
    description:
      "A perfumer who has lost her sense of smell returns to her grandmother's farm in the last week of harvest. The one who teaches her scent again is a man who knows it only as colour.",
  },
  "poppy-season": {
    title: "Poppy Season",
    description:
      "Three sisters inherit a windmill that has stood still since their mother died. When the poppies open, one sail begins to turn, and none of them admits to having touched it.",
  },
};
