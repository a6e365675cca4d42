import { fileURLToPath } from "node:url";

/** Draws pictures as on a machine without fonts: Fontconfig, which finds them, is told of no folder. */
process.env.FONTCONFIG_FILE = fileURLToPath(new URL("../fixtures/no-fonts.conf", import.meta.url));
await import("../../api/adapters/sharp-pictures/picture-process.ts");
