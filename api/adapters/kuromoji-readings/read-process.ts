import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { TokenizerBuilder, type IpadicFeatures } from "@patdx/kuromoji";
import NodeDictionaryLoader from "@patdx/kuromoji/node";
import type { ReadWord } from "../../ports/readings.ts";

/**
 * Reads Japanese texts in a separate process: the dictionary takes 400 MB, which are freed when the process ends. Texts
 * arrive as messages, one at a time, and their words are sent back.
 */

// When memory runs out, the kernel kills this process before the server.
await writeFile("/proc/self/oom_score_adj", "1000").catch(() => undefined);

const packageFile = createRequire(import.meta.url).resolve("@patdx/kuromoji");
const dictionary = `${join(dirname(packageFile), "../dict")}/`;
const tokenizer = new TokenizerBuilder({
  loader: new NodeDictionaryLoader({ dic_path: dictionary }),
}).build();

/** Particles whose pronunciation differs from their spelling. */
const said: Record<string, string> = { ハ: "ワ", ヘ: "エ", ヲ: "オ" };

function wordOf({ surface_form: surface, reading, pronunciation }: IpadicFeatures): ReadWord {
  if (!reading) return { surface, written: null, spoken: null };
  const sounds = [...(pronunciation ?? reading)];
  const signs = [...reading];
  const alike = sounds.length === signs.length;
  const spoken = signs.map((sign, at) => (alike && said[sign] === sounds[at] ? said[sign]! : sign)).join("");
  return { surface, written: reading, spoken };
}

async function read(texts: string[]): Promise<ReadWord[][]> {
  const { tokenize } = await tokenizer.then((ready) => ({ tokenize: ready.tokenize.bind(ready) }));
  return texts.map((text) => tokenize(text).map(wordOf));
}

process.on("message", (texts: string[]) => {
  read(texts).then(
    (words) => process.send?.(words),
    // The parent notices the end of the process and reads the reason from standard error.
    (error: Error) => {
      process.stderr.write(`${error.message}\n`, () => process.exit(1));
    },
  );
});
// The parent has ended, so no answer is wanted.
process.on("disconnect", () => process.exit(0));
