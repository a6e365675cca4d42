import type { Locale } from "../../../contract/locales.ts";
import { AR } from "./ar.ts";
import { DE } from "./de.ts";
import { EN } from "./en.ts";
import { ID } from "./id.ts";
import { JA } from "./ja.ts";
import { KO } from "./ko.ts";
import { MS } from "./ms.ts";
import { PT } from "./pt.ts";
import { TH } from "./th.ts";
import { TR } from "./tr.ts";
import { VI } from "./vi.ts";
import { ZH_HANS } from "./zh-hans.ts";
import { ZH_HANT } from "./zh-hant.ts";
import type { CatalogueTexts } from "./catalogue-texts.ts";

/** The catalogue's texts in each language of the interface. */
export const DEMO_TEXTS: Readonly<Record<Locale, CatalogueTexts>> = {
  ar: AR,
  de: DE,
  en: EN,
  id: ID,
  ja: JA,
  ko: KO,
  ms: MS,
  pt: PT,
  th: TH,
  tr: TR,
  vi: VI,
  "zh-hans": ZH_HANS,
  "zh-hant": ZH_HANT,
};
