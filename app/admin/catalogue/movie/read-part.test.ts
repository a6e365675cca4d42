import { expect, it } from "vitest";
import { codes } from "../../../../contract/codes.ts";
import type { AdminServer } from "../../../lib/require-permission.server.ts";
import { findMovie, readPart } from "./read-part.server.ts";

const asset = { id: "asset", state: "ready", durationS: 4, height: 240, preview: null, sounds: null };

/** An API whose encoding ends after the movie was read for the first time. */
function serverOf(): AdminServer {
  let reads = 0;
  const answers: Record<string, () => unknown> = {
    "z/movie/detail": () => {
      reads += 1;
      const episode = { index: 1, texts: {}, chapters: [], subtitles: [], asset: reads > 1 ? asset : null };
      return { id: "harbour", kind: "film", texts: {}, credits: [], episodes: [episode] };
    },
    "z/encoding/list": () => ({ items: [{ id: "encoding", state: "ready", codecs: null }] }),
    "z/sound/list": () => ({ video: null }),
    config: () => ({ upload: { pictureMaxBytes: 1, maxBytes: 2 } }),
  };
  return {
    locale: "en",
    may: () => true,
    api: { get: (call: string) => Promise.resolve({ c: codes.ok.c, m: "", d: answers[call]!() }) },
    unwrap: ({ d }: { d: unknown }) => d,
  } as unknown as AdminServer;
}

it("shows the video of an encoding that ended while the page was read", async () => {
  const server = serverOf();
  const context = {} as Parameters<typeof findMovie>[1];
  const movie = await findMovie(server, context, "harbour");
  const shown = await readPart(server, context, { movie, part: "video", search: new URLSearchParams() });
  expect(shown.encoding?.state).toBe("ready");
  expect(shown.episode?.asset?.state).toBe("ready");
  expect(shown.movie.episodes[0]?.asset?.state).toBe("ready");
});
