import { defaultAccent } from "../../../../contract/service/accent.ts";
import type { BrandFacts, BrandIcon } from "../../../../contract/service/brand-facts.ts";
import type { SettingValues } from "../../../../contract/service/settings.ts";
import type { Files } from "../../../ports/files.ts";
import type { PictureFailure, PictureLayer, PictureRequest, Pictures } from "../../../ports/pictures.ts";
import { brandOf } from "./brand-of.ts";
import { brandFolder } from "./brand-pictures.ts";

export type StoredIcon = { path: string; version: string };

/** Pixels along a side; where it is not transparent, what stands behind the sign; and the sign's share of the side. */
const looks: Record<BrandIcon, { side: number; round: boolean; share: number }> = {
  "favicon-32.png": { side: 32, round: true, share: 1 },
  "apple-touch-icon.png": { side: 180, round: false, share: 0.86 },
  "icon-192.png": { side: 192, round: true, share: 1 },
  "icon-512.png": { side: 512, round: true, share: 1 },
  // Systems cut a maskable icon to a circle of 80 % at the least (W3C, Web Application Manifest).
  "icon-maskable-512.png": { side: 512, round: false, share: 0.66 },
};

/**
 * The icons of the operator's brand: of the picture that the settings name, else of the first letter of the name on the
 * accent. Each is drawn when it is first asked for, and kept until the brand changes.
 */
export function createBrandIcons({
  artwork,
  pictures,
  settings,
  onPutOff,
}: {
  artwork: Files;
  pictures: Pictures;
  settings: () => SettingValues;
  onPutOff: (error: unknown) => void;
}) {
  const drawing = new Map<string, Promise<boolean>>();

  async function draw(path: string, name: BrandIcon, values: SettingValues): Promise<boolean> {
    try {
      const { brandIcon } = values;
      const sign = brandIcon && (await artwork.bytes(`${brandFolder}/${brandIcon.file}`));
      const request = sign ? ofSign(name, sign) : ofLetter(name, brandOf(values));
      await artwork.write(path, (await pictures.draw(request)).files[0]!);
      return true;
    } catch (error) {
      if ((error as Partial<PictureFailure>).problem !== "busy") onPutOff(error);
      return false;
    }
  }

  /** @returns `later` while it can't be drawn; null where the product's own icons are in use */
  return async (name: BrandIcon): Promise<StoredIcon | "later" | null> => {
    const values = settings();
    const version = brandOf(values).icons;
    if (version === null) return null;
    const path = `${brandFolder}/${version}-${name}`;
    if (await artwork.facts(path)) return { path, version };
    const under = drawing.get(path) ?? draw(path, name, values).finally(() => drawing.delete(path));
    drawing.set(path, under);
    return (await under) ? { path, version } : "later";
  };
}

function ofSign(name: BrandIcon, sign: Uint8Array): PictureRequest {
  const { side, round, share } = looks[name];
  if (round) return { ...pngOf(side), bytes: sign };
  const width = Math.round(side * share);
  const margin = Math.round((side - width) / 2);
  const box = { left: margin, top: margin, width, height: width };
  return { ...pngOf(side), bytes: ground(side, "#ffffff", 0), layers: [{ ...box, bytes: sign }] };
}

function ofLetter(name: BrandIcon, { name: brand, accent }: BrandFacts): PictureRequest {
  const { side, round, share } = looks[name];
  const sizes = [0.62, 0.5, 0.4, 0.3].map((part) => Math.round(side * part * Math.sqrt(share)));
  const letter: PictureLayer = {
    text: firstLetter(brand),
    left: 0,
    top: 0,
    width: side,
    height: side,
    sizes,
    colour: "#ffffff",
    fromRight: false,
    middle: true,
  };
  const bytes = ground(side, accent?.base ?? defaultAccent, round ? side * 0.22 : 0);
  return { ...pngOf(side), bytes, layers: [letter] };
}

/** What a reader sees as one letter; in capitals, where the script has them. */
function firstLetter(name: string): string {
  const [first] = new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(name);
  return (first?.segment ?? "").toLocaleUpperCase("en");
}

const pngOf = (side: number) => ({ sizes: [[side, side]], quality: 90, format: "png" }) as const;

function ground(side: number, colour: string, radius: number): Uint8Array {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="100%" height="100%" rx="${radius}" fill="${colour}"/></svg>`,
  );
}
