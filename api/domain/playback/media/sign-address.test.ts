import { createVerify, generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { createAddressSigner } from "./sign-address.ts";

const key = "a-key-of-the-tests-shared-with-the-cdn";
const end = new Date(1_800_000_000_999);
const folder = "https://films.example/media/film-1/";
const file = `${folder}v240/seg_00003.m4s`;

// Worked out with openssl: `printf '1800000000/media/film-1/ KEY' | openssl dgst -md5 -binary | openssl base64`, and
// `printf '/media/film-1/1800000000' | openssl dgst -sha256 -hmac KEY`.
test.each([
  ["nginx", folder, "md5=X50T68AkvJi9rZzc4mnMLA&expires=1800000000"],
  ["nginx", file, "md5=Rfu3jxBv_ptwPYVwJuQspg&expires=1800000000&only=1"],
  ["fastly", folder, "token=1800000000_76bb9443c41e97bc69bca0e55aeb9acd5445f22110bc5012af50d4dbf5342e79"],
  [
    "fastly",
    file,
    "token=1800000000_cb96536e804a75ebba5dd8303199dd2bd555b66ed7a96f1c9fb485ec942b5091&only=1",
  ],
] as const)("%s: %s", (scheme, scope, query) => {
  expect(createAddressSigner({ scheme, key })(scope, end)).toBe(query);
});

const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });

test.each([
  [folder, `${folder}*`],
  [file, file],
])("cloudfront: %s by a custom policy, in letters that a query may have", (scope, Resource) => {
  const pem = pair.privateKey.export({ type: "pkcs8", format: "pem" }) as string;
  const query = createAddressSigner({ scheme: "cloudfront", key: pem, keyId: "K2JCJMDEHXQW5F" })(scope, end);
  expect(query).toMatch(/^Policy=[\w~-]+&Signature=[\w~-]+&Key-Pair-Id=K2JCJMDEHXQW5F$/);
  const given = new URLSearchParams(query);
  const read = (name: string) =>
    Buffer.from(
      given.get(name)!.replace(/[-_~]/g, (letter) => ({ "-": "+", _: "=", "~": "/" })[letter]!),
      "base64",
    );
  const policy = read("Policy");
  expect(JSON.parse(policy.toString())).toEqual({
    Statement: [{ Resource, Condition: { DateLessThan: { "AWS:EpochTime": 1_800_000_000 } } }],
  });
  expect(createVerify("RSA-SHA1").update(policy).verify(pair.publicKey, read("Signature"))).toBe(true);
});
