import { expect, test } from "vitest";
import { createBucket } from "../api/adapters/s3-storage/bucket.ts";
import { bucketOrigin, readStorageUrl } from "./storage-url.ts";

const keys = { AWS_ACCESS_KEY_ID: "id", AWS_SECRET_ACCESS_KEY: "very secret" };

test.each(["file:", "file://"])("%s is the folder that is used anyway", (text) => {
  expect(readStorageUrl(text, {})).toBeNull();
});

test("a folder of its own", () => {
  expect(readStorageUrl("file:///srv/my%20films", {})).toEqual({ kind: "folder", path: "/srv/my films" });
});

test("a bucket of Amazon's, and one of another provider", () => {
  expect(readStorageUrl("s3://films?region=eu-central-1", {})).toEqual({
    kind: "bucket",
    bucket: {
      bucket: "films",
      prefix: "",
      region: "eu-central-1",
      endpoint: null,
      forcePathStyle: false,
      credentials: null,
    },
  });
  const text = "s3://films/mat/inee/?endpoint=http://127.0.0.1:9000&forcePathStyle=1";
  expect(readStorageUrl(text, { ...keys, AWS_SESSION_TOKEN: "t" })).toEqual({
    kind: "bucket",
    bucket: {
      bucket: "films",
      prefix: "mat/inee/",
      region: "us-east-1",
      endpoint: "http://127.0.0.1:9000",
      forcePathStyle: true,
      credentials: { accessKeyId: "id", secretAccessKey: "very secret", sessionToken: "t" },
    },
  });
  expect(readStorageUrl("s3://films", { AWS_REGION: "eu-west-1" })).toMatchObject({
    bucket: { region: "eu-west-1" },
  });
});

test.each([
  ["ftp://films", "must begin with"],
  ["films", "must be an address"],
  ["file:films", "must name a folder"],
  ["file://host/films", "must name a folder"],
  ["s3://", "must name a bucket"],
  ["s3://Films?region=eu-central-1", "must name a bucket"],
  ["s3://films/a b?region=eu-central-1", "plain path"],
  ["s3://films", "needs a region"],
  ["s3://films?endpoint=films", "needs an endpoint"],
  ["s3://films?endpoint=https://s3.example.com/path", "needs an endpoint"],
  ["s3://films?colour=red", "has no option colour"],
  ["s3://id:hush-hush@films?region=eu-central-1", "must hold no key"],
  ["s3://films?region=eu-central-1&secretKey=hush-hush", "must hold no key"],
])("%s: %s, and no secret is told", (text, message) => {
  expect(() => readStorageUrl(text, {})).toThrow(message);
  expect(() => readStorageUrl(text, {})).not.toThrow("hush-hush");
});

test("half a key is none", () => {
  for (const half of [{ AWS_ACCESS_KEY_ID: "id" }, { AWS_SECRET_ACCESS_KEY: "very secret" }])
    expect(() => readStorageUrl("s3://films?region=eu-west-1", half)).toThrow("needs both");
});

test.each([
  "s3://films?region=eu-central-1",
  "s3://films?region=us-east-1",
  "s3://films?region=cn-north-1",
  "s3://my.films?region=eu-west-3",
  "s3://films?endpoint=https://s3.example.com",
  "s3://films?endpoint=https://s3.example.com:9443&forcePathStyle=1",
  "s3://films?endpoint=http://127.0.0.1:9000",
  "s3://my.films?endpoint=http://s3.example.com",
])("pages may send to the origin that forms of %s name", async (text) => {
  const settings = readStorageUrl(text, keys);
  if (settings?.kind !== "bucket") throw new Error("no bucket");
  const form = await createBucket(settings.bucket).post({
    key: "k",
    fields: {},
    conditions: [],
    expiresS: 60,
  });
  expect(bucketOrigin(settings.bucket)).toBe(new URL(form.url).origin);
});
