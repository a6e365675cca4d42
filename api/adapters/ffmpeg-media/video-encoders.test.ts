import { describe, expect, it } from "vitest";
import type { EncoderKind, VideoCodec } from "../../ports/media.ts";
import { encodeArgs, type Plan } from "./ladder-command.ts";
import { addedRungs, chooseRungs } from "./rungs.ts";
import { encodersFor, hardwareEncoders, softwareNames } from "./video-encoders.ts";

const plan: Plan = {
  inputs: ["-i", "file:film.mkv"],
  filterHead: () => "[0:V:0]null[whole]",
  scaleOptions: "",
  pictureOptions: [],
  videoLabel: "whole",
  sounds: [{ map: "0:a:0", name: "1", language: "und", gainDb: 0 }],
  tracks: [],
  frameRate: 25,
  durationS: 10,
  width: 1920,
  height: 1080,
};
const all = { encoders: [...softwareNames, ...hardwareEncoders.map(({ name }) => name)] };
const [rung] = addedRungs(plan, { codec: "av1", from: 1080 });

const software: Record<string, VideoCodec> = {
  libx264: "h264",
  libsvtav1: "av1",
  "libaom-av1": "av1",
  libx265: "hevc",
};

/** The command of one rendition of 1080p, without what is the same for all encoders. */
function commandOf(name: string): { before: string; filter: string; video: string } {
  const [, codec = software[name]!, kind = "software"] = /^(h264|hevc|av1)_(\w+)$/.exec(name) ?? [];
  const [encoder] = encodersFor({ encoders: [name] }, codec as VideoCodec, kind as EncoderKind);
  const wanted = encoder!.codec === "h264" ? chooseRungs(1920, 1080, [1080]) : [rung!];
  const text = encodeArgs(plan, wanted, { folder: "/out", encoder: encoder! }).join(" ");
  return {
    before: /-nostats (.*)-i file:film\.mkv/.exec(text)![1]!.trim(),
    filter: /setsar=1,(.*?)\[out_/.exec(text)![1]!,
    video: /-c:v (.*) -map_metadata/.exec(text)![1]!,
  };
}

const end = "-g 50 -force_key_frames expr:gte(t,n_forced*2)";
const vaapi = "-vaapi_device /dev/dri/renderD128";

describe("the command of an encoder", () => {
  it.each([
    [
      "libx264",
      "",
      "format=yuv420p",
      "-preset veryfast -profile:v high -crf 23 -maxrate 5500k -bufsize 11000k -aq-mode 3 -sc_threshold 0",
    ],
    [
      "libsvtav1",
      "",
      "format=yuv420p",
      "-preset 8 -crf 38 -maxrate 3575k -bufsize 7150k -svtav1-params enable-force-key-frames=1",
    ],
    ["libaom-av1", "", "format=yuv420p", "-cpu-used 7 -row-mt 1 -crf 34 -b:v 3575k"],
    [
      "libx265",
      "",
      "format=yuv420p",
      "-preset fast -crf 25 -maxrate 3575k -bufsize 7150k -forced-idr 1 -tag:v hvc1 -x265-params scenecut=0:open-gop=0:log-level=error",
    ],
    ["h264_vaapi", vaapi, "format=nv12,hwupload", "-rc_mode VBR -b:v 3850k -maxrate 5500k -bufsize 11000k"],
    [
      "hevc_vaapi",
      vaapi,
      "format=nv12,hwupload",
      "-rc_mode VBR -b:v 2503k -maxrate 3575k -bufsize 7150k -tag:v hvc1",
    ],
    ["av1_vaapi", vaapi, "format=nv12,hwupload", "-rc_mode VBR -b:v 2503k -maxrate 3575k -bufsize 7150k"],
    [
      "h264_nvenc",
      "",
      "format=yuv420p",
      "-preset p5 -rc vbr -b:v 3850k -maxrate 5500k -bufsize 11000k -forced-idr 1 -no-scenecut 1",
    ],
    [
      "hevc_nvenc",
      "",
      "format=yuv420p",
      "-preset p5 -rc vbr -b:v 2503k -maxrate 3575k -bufsize 7150k -forced-idr 1 -no-scenecut 1 -tag:v hvc1",
    ],
    ["h264_qsv", "", "format=nv12", "-preset medium -b:v 3850k -maxrate 5500k -bufsize 11000k -forced_idr 1"],
    ["av1_qsv", "", "format=nv12", "-preset medium -b:v 2503k -maxrate 3575k -bufsize 7150k -forced_idr 1"],
  ])("%s", (name, before, filter, options) => {
    expect(commandOf(name)).toEqual({ before, filter, video: `${name} ${options} ${end}` });
  });
});

describe("the encoders to try", () => {
  const names = (...args: Parameters<typeof encodersFor>) => encodersFor(...args).map(({ name }) => name);
  it.each([
    ["software", "h264", ["libx264"]],
    ["automatic", "h264", ["h264_nvenc", "libx264"]],
    ["vaapi", "hevc", ["hevc_vaapi", "libx265"]],
    ["qsv", "av1", ["av1_qsv", "libsvtav1"]],
  ] as const)("%s, %s", (choice, codec, expected) => expect(names(all, codec, choice)).toEqual(expected));

  it("are software alone where the chosen processor has failed its test", () => {
    expect(names({ encoders: ["libx264", "h264_qsv"] }, "h264", "vaapi")).toEqual(["libx264"]);
    expect(names({ encoders: ["libaom-av1"] }, "av1", "automatic")).toEqual(["libaom-av1"]);
  });

  it("are none where the tool can't write the codec", () => {
    expect(() => encodersFor({ encoders: ["libx264"] }, "av1")).toThrow("no encoder for av1");
  });
});

describe("rungs in a further codec", () => {
  it("are the upper ones, named for both, at 65 % of H.264's rate", () => {
    expect(addedRungs(plan, { codec: "av1", from: 720 }).map(({ name, maxKbps }) => [name, maxKbps])).toEqual(
      [
        ["v720_av1", 1950],
        ["v1080_av1", 3575],
      ],
    );
    expect(addedRungs({ width: 640, height: 360 }, { codec: "hevc", from: 720 })).toEqual([]);
  });
});
