import { createRequire } from "node:module";

const FILES = {
  "Bebas Neue": "@expo-google-fonts/bebas-neue/400Regular/BebasNeue_400Regular.ttf",
  "DM Serif Display": "@expo-google-fonts/dm-serif-display/400Regular/DMSerifDisplay_400Regular.ttf",
  "DM Serif Display Italic":
    "@expo-google-fonts/dm-serif-display/400Regular_Italic/DMSerifDisplay_400Regular_Italic.ttf",
  Italiana: "@expo-google-fonts/italiana/400Regular/Italiana_400Regular.ttf",
  "Josefin Sans Light": "@expo-google-fonts/josefin-sans/300Light/JosefinSans_300Light.ttf",
  "Josefin Sans Bold": "@expo-google-fonts/josefin-sans/700Bold/JosefinSans_700Bold.ttf",
} as const;

export type Face = "bebas" | "serif" | "italic" | "italiana" | "light" | "bold";

/** SVG font attributes of each face (all under the SIL Open Font License). */
export const FACES: Record<Face, string> = {
  bebas: `font-family="Bebas Neue"`,
  serif: `font-family="DM Serif Display"`,
  italic: `font-family="DM Serif Display" font-style="italic"`,
  italiana: `font-family="Italiana"`,
  light: `font-family="Josefin Sans" font-weight="300"`,
  bold: `font-family="Josefin Sans" font-weight="700"`,
};

/** Paths of the font files, from the packages that ship them. Throws when a package is missing. */
export const fontFiles = (): string[] => {
  const require = createRequire(import.meta.url);
  return Object.values(FILES).map((file) => require.resolve(file));
};
