import { and, eq } from "drizzle-orm";
import { cardVersion, type CardFacts } from "../../../contract/catalogue/card-address.ts";
import { defaultBrandName } from "../../../contract/service/brand-facts.ts";
import { directionOf, locales, type Locale } from "../../../contract/locales.ts";
import type { Db } from "../../db/client.ts";
import { movies } from "../../db/schema.ts";
import type { Files } from "../../ports/files.ts";
import type { PictureFailure, PictureLayer, Pictures } from "../../ports/pictures.ts";
import { cardColumns, cardOf, published } from "./cards.ts";

/** A card that is stored: its path among the artwork. */
export type TitleCard = { path: string; version: string };

/** Cards that are drawn or wait to be: the pictures that admins send come through the same queue. */
const mostAtOnce = 2;
const mostCards = locales.length;
const [width, height] = [1200, 630];

/**
 * The cards of titles: the picture of a link to one, with its poster, its name in a language and the product's. Each is
 * drawn when it is first asked for, and kept beside the title's other pictures until the title looks or is called
 * otherwise. Languages in which it has one name share a card.
 */
export function createTitleCards({
  db,
  artwork,
  pictures,
  brand,
  onPutOff,
}: {
  db: Db;
  artwork: Files;
  pictures: Pictures;
  /** The name of the service. */
  brand: () => string;
  onPutOff: (error: unknown) => void;
}) {
  const drawing = new Map<string, Promise<boolean>>();

  async function draw(
    path: string,
    { facts, fromRight, brand }: { facts: CardFacts; fromRight: boolean; brand: string },
  ): Promise<boolean> {
    try {
      const [backdrop, poster] = await Promise.all(
        ["backdrop-1280", "poster-480"].map((name) => artwork.bytes(`${facts.id}/${name}.webp`)),
      );
      if (!backdrop || !poster) return false;
      const layers = layersOf({ poster, title: facts.title, fromRight, brand });
      const { files } = await pictures.draw({
        bytes: backdrop,
        sizes: [[width, height]],
        quality: 82,
        format: "jpeg",
        layers,
      });
      await removeOld(facts.id);
      await artwork.write(path, files[0]!);
      return true;
    } catch (error) {
      if ((error as Partial<PictureFailure>).problem !== "busy") onPutOff(error);
      return false;
    }
  }

  /** Once there are more than a title can have names: cards of earlier looks. Those of now are drawn anew when asked for. */
  async function removeOld(id: string): Promise<void> {
    const cards: string[] = [];
    for await (const { path } of artwork.list(id)) if (path.includes("/card-")) cards.push(path);
    if (cards.length >= mostCards) await Promise.all(cards.map((path) => artwork.remove(path)));
  }

  return {
    /** @returns `later` while it can't be drawn; null if no such title is public */
    async find(id: string, locale: Locale): Promise<TitleCard | "later" | null> {
      const [row] = await db
        .select(cardColumns(locale))
        .from(movies)
        .where(and(published, eq(movies.id, id)))
        .limit(1);
      if (!row) return null;
      const facts = cardOf(row);
      const name = brand();
      const version = cardVersion(facts, name);
      const fromRight = directionOf(locale) === "rtl";
      const path = `${id}/card-${fromRight ? "r" : "l"}-${version}.jpg`;
      if (await artwork.facts(path)) return { path, version };
      const under = drawing.get(path);
      if (!under && drawing.size >= mostAtOnce) return "later";
      const drawn =
        under ?? draw(path, { facts, fromRight, brand: name }).finally(() => drawing.delete(path));
      drawing.set(path, drawn);
      return (await drawn) ? { path, version } : "later";
    },
  };
}

/** Poster at the side where reading begins; beside it the name, and the product's below it. */
function layersOf({
  poster,
  title,
  fromRight,
  brand,
}: {
  poster: Uint8Array;
  title: string;
  fromRight: boolean;
  brand: string;
}): PictureLayer[] {
  const at = (left: number, of: number) => (fromRight ? width - left - of : left);
  const words = { left: at(450, 690), width: 690 };
  const shade = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><linearGradient id="g" x1="${
    fromRight ? 1 : 0
  }" x2="${fromRight ? 0 : 1}"><stop offset="0" stop-color="#17141f" stop-opacity=".94"/><stop offset=".6" stop-color="#17141f" stop-opacity=".86"/><stop offset="1" stop-color="#17141f" stop-opacity=".5"/></linearGradient><rect width="100%" height="100%" fill="url(#g)"/></svg>`;
  return [
    { bytes: Buffer.from(shade), left: 0, top: 0, width, height },
    { bytes: poster, left: at(60, 340), top: 60, width: 340, height: 510 },
    {
      text: title,
      ...words,
      top: 60,
      height: 400,
      sizes: [84, 72, 60, 50, 42, 34, 26],
      colour: "#ffffff",
      fromRight,
    },
    brand === defaultBrandName
      ? { bytes: Buffer.from(wordmark), left: at(450, 190), top: 516, width: 190, height: 46 }
      : // Written, as the operator's wordmark may be as dark as the ground.
        {
          text: brand,
          ...words,
          top: 500,
          height: 62,
          sizes: [40, 34, 28, 22, 18],
          colour: "#ffffff",
          fromRight,
        },
  ];
}

/** As app/ui/wordmark.tsx draws it, in white. */
const wordmark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 190 46" width="190" height="46"><g fill="none" stroke="#fff" stroke-width="5.4" stroke-linecap="round" stroke-linejoin="round"><path d="M4 40V19M4 28a8.5 8.5 0 0 1 17 0v12M21 28a8.5 8.5 0 0 1 17 0v12"/><path d="M69 30a10.5 10.5 0 1 0-21 0 10.5 10.5 0 1 0 21 0M69 19.5V40"/><path d="M81 9v24a7 7 0 0 0 7 7M75.5 19.5H88"/><path d="M96.5 20v20"/><path d="M107 40V19.5M107 28.5a9 9 0 0 1 18 0V40"/><path d="M135.5 30.2H155A9.75 10.2 0 1 0 152 37.4"/><path d="M164.5 30.2H184A9.75 10.2 0 1 0 181 37.4"/></g><circle cx="96.5" cy="8.5" r="4.6" fill="#e2335a"/></svg>`;
