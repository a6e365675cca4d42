import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** What the stand-in does next. */
export type ProgramMode =
  "speaks" | "garbage" | "hangs" | "floods" | "fails" | "silent" | "hostile" | "nothing";

/** Writes captions as whisper.cpp's program does, by the arguments it takes. */
const source = (node: string) => `#!${node}
const fs = require("node:fs");
const args = process.argv.slice(2);
const of = (name) => args[args.indexOf(name) + 1];
const [model, sound, into] = [of("-m"), of("-f"), of("-of")];
const mode = fs.readFileSync(model, "utf8");
const head = fs.readFileSync(sound).subarray(0, 44);
const facts = { args, env: Object.keys(process.env), rate: head.readUInt32LE(24), channels: head.readUInt16LE(22) };
fs.writeFileSync(model + ".told", JSON.stringify(facts));
if (of("-l") === "auto") console.error("whisper_full_with_state: auto-detected language: fr (p = 0.98)");
console.error("whisper_print_progress_callback: progress =  40%");
const write = (text) => fs.writeFileSync(into + ".vtt", text);
const cue = (from, text) => "00:00:0" + from + ".000 --> 00:00:0" + (from + 1) + ".000\\n" + text + "\\n\\n";
if (mode === "fails") { console.error("error: failed to initialize whisper context"); process.exit(3); }
if (mode === "garbage") write(Buffer.from([0, 159, 146, 150]));
if (mode === "silent") write("WEBVTT\\n\\n" + cue(0, "[BLANK_AUDIO]") + cue(1, "(music)"));
if (mode === "hostile") write("WEBVTT\\n\\n" + cue(0, "<script>alert(1)</script>\\u0007 <i>Tom</i> & \\u{1F600} Jerry") + cue(1, "so ".repeat(900)));
if (mode === "floods") { const many = "la ".repeat(1e6); for (;;) fs.appendFileSync(into + ".vtt", many); }
if (mode === "hangs") setInterval(() => {}, 1000);
if (mode === "speaks") {
  process.stdout.write("x".repeat(6e6));
  write("WEBVTT\\n\\n" + cue(0, " A door opens") + cue(1, " Who is it?") + cue(2, " It is me"));
}
`;

export type CaptionsProgram = {
  command: string;
  model: string;
  /** Chooses what it does from now on. */
  set: (mode: ProgramMode) => Promise<void>;
};

/** A program in place of whisper.cpp's, and a file in place of its model, in a folder. */
export async function makeCaptionsProgram(folder: string): Promise<CaptionsProgram> {
  const [command, model] = [join(folder, "whisper-cli.cjs"), join(folder, "model.bin")];
  await writeFile(command, source(process.execPath));
  await chmod(command, 0o755);
  const set = (mode: ProgramMode) => writeFile(model, mode);
  await set("speaks");
  return { command, model, set };
}
