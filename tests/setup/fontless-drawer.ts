/** Draws pictures as on a machine without fonts. */
process.env.FONTCONFIG_FILE = "/dev/null";
process.env.FONTCONFIG_PATH = "/nowhere";
await import("../../api/adapters/sharp-pictures/picture-process.ts");

export {};
