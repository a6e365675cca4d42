import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { parseEnv } from "./env.ts";
import { refusal } from "../tests/setup/env-refusal.ts";

const pair = (type: "rsa" | "ed25519") =>
  (type === "rsa"
    ? generateKeyPairSync("rsa", { modulusLength: 2048 })
    : generateKeyPairSync("ed25519")
  ).privateKey
    .export({ type: "pkcs8", format: "pem" })
    .toString();
const rsa = pair("rsa");
const MEDIA_ORIGIN_KEY = "a-secret-that-the-cdn-knows-as-well";
const cdn = { MEDIA_ORIGIN: "https://films.example/films", MEDIA_ORIGIN_KEY };
const cloudfront = { ...cdn, MEDIA_ORIGIN_SIGNING: "cloudfront", MEDIA_ORIGIN_KEY: rsa };
const bucket = "s3://films/matinee?region=eu-central-1";

describe("MEDIA_ORIGIN", () => {
  test("is a CDN that shares a secret, or has the public key of one", () => {
    expect(parseEnv(cdn).mediaOrigin).toEqual({
      ...{ kind: "cdn", url: "https://films.example/films", source: "https://films.example" },
      signing: { scheme: "nginx", key: MEDIA_ORIGIN_KEY },
    });
    const oneLine = {
      ...cloudfront,
      MEDIA_ORIGIN_KEY: rsa.replaceAll("\n", "\\n"),
      MEDIA_ORIGIN_KEY_ID: "K2JCJM",
    };
    expect(parseEnv(oneLine).mediaOrigin).toMatchObject({
      signing: { scheme: "cloudfront", key: rsa, keyId: "K2JCJM" },
    });
    expect(parseEnv({}).mediaOrigin).toBeNull();
  });

  test.each([
    [bucket, "https://films.s3.eu-central-1.amazonaws.com"],
    ["s3://my.films?region=eu-central-1", "https://s3.eu-central-1.amazonaws.com"],
    ["s3://films?endpoint=https://s3.example.com:9000", "https://films.s3.example.com:9000"],
    ["s3://films?endpoint=https://s3.example.com&forcePathStyle=1", "https://s3.example.com"],
  ])("is the bucket %s, which pages reach at %s", (STORAGE_URL, source) => {
    expect(parseEnv({ STORAGE_URL, MEDIA_ORIGIN: "bucket" }).mediaOrigin).toEqual({ kind: "bucket", source });
  });

  test.each([
    [{ ...cdn, MEDIA_ORIGIN: "http://films.example" }, "MEDIA_ORIGIN: must begin with https://"],
    [{ ...cdn, MEDIA_ORIGIN: "films.example" }, "MEDIA_ORIGIN: must begin with https://"],
    [{ ...cdn, MEDIA_ORIGIN: "https://films.example/?a=b" }, "MEDIA_ORIGIN: must be a host and a plain path"],
    [
      { ...cdn, MEDIA_ORIGIN: "https://films.example/a%20b" },
      "MEDIA_ORIGIN: must be a host and a plain path",
    ],
    [{ MEDIA_ORIGIN: "bucket" }, "MEDIA_ORIGIN: bucket needs a bucket in STORAGE_URL"],
    [{ ...cdn, MEDIA_ORIGIN: "bucket", STORAGE_URL: bucket }, "MEDIA_ORIGIN_KEY: can't be used with bucket"],
    [{ MEDIA_ORIGIN_KEY }, "MEDIA_ORIGIN: must be set"],
    [{ MEDIA_ORIGIN: cdn.MEDIA_ORIGIN }, "MEDIA_ORIGIN_KEY: must be set"],
    [{ ...cdn, MEDIA_ORIGIN_KEY: "short" }, "MEDIA_ORIGIN_KEY: must have 32 characters"],
    [{ ...cdn, MEDIA_ORIGIN_KEY_ID: "K2JCJM" }, "MEDIA_ORIGIN_KEY_ID: can't be used with nginx"],
    [cloudfront, "MEDIA_ORIGIN_KEY_ID: must be the id"],
    [
      { ...cloudfront, ...cdn, MEDIA_ORIGIN_KEY_ID: "K2JCJM" },
      "MEDIA_ORIGIN_KEY: must be an RSA private key",
    ],
    [
      { ...cloudfront, MEDIA_ORIGIN_KEY: pair("ed25519"), MEDIA_ORIGIN_KEY_ID: "K2JCJM" },
      "MEDIA_ORIGIN_KEY: must be an RSA private key",
    ],
  ])("%o is refused in one line", (source, line) => {
    const said = refusal(source as unknown as Record<string, string>);
    expect(said).toContain(line);
    expect(said).not.toContain(MEDIA_ORIGIN_KEY);
  });
});
