import { expect, test } from "vitest";
import { documentHeaders } from "./security-headers.ts";

const web = { apiKey: "key", authDomain: "matinee.firebaseapp.com", projectId: "matinee", emulator: null };

/** The content policy by directive. */
function policyOf(
  firebase: Parameters<typeof documentHeaders>[0]["firebase"],
  mediaSource: string | null = null,
  bucketOrigin: string | null = null,
  cast = false,
): Map<string, string[]> {
  const headers = new Map(
    documentHeaders({ nonce: "n", dev: false, cast, firebase, mediaSource, bucketOrigin }),
  );
  return new Map(
    headers
      .get("Content-Security-Policy")!
      .split("; ")
      .map((directive) => {
        const [name, ...sources] = directive.split(" ");
        return [name!, sources];
      }),
  );
}

test("without Firebase a page reaches nothing but its own site", () => {
  const policy = policyOf(null);
  const foreign = [...policy.values()].flat().filter((source) => /\/\/|\./.test(source));
  expect(foreign).toEqual([]);
  expect(policy.has("frame-src")).toBe(false);
});

test("media from another origin may be fetched, played and shown, and run nothing", () => {
  const policy = policyOf(null, "https://films.example");
  const allowed = [...policy].filter(([, sources]) => sources.includes("https://films.example"));
  expect(allowed.map(([name]) => name)).toEqual(["img-src", "media-src", "connect-src"]);
});

test("with Firebase it reaches what signing in needs, and Analytics only where the project has it", () => {
  const policy = policyOf(web);
  expect(policy.get("script-src")).toEqual(["'self'", "'nonce-n'", "https://apis.google.com"]);
  expect(policy.get("frame-src")).toEqual(["'self'", "https://matinee.firebaseapp.com"]);
  expect(policy.get("connect-src")).toEqual([
    "'self'",
    "https://identitytoolkit.googleapis.com",
    "https://securetoken.googleapis.com",
  ]);
  const measured = policyOf({ ...web, appId: "1", measurementId: "G-1" });
  expect(measured.get("script-src")).toContain("https://www.googletagmanager.com");
  expect(measured.get("connect-src")).toContain("https://*.google-analytics.com");
});

test("scripts never run from inline text, from anywhere, or by eval", () => {
  for (const firebase of [null, { ...web, appId: "1", measurementId: "G-1" }]) {
    const sources = policyOf(firebase).get("script-src")!;
    for (const open of ["'unsafe-inline'", "'unsafe-eval'", "*", "https:", "data:"]) {
      expect(sources).not.toContain(open);
    }
  }
});

test("with a bucket, scripts may send to exactly its origin, and nothing else changes", () => {
  const [without, policy] = [policyOf(null), policyOf(null, null, "https://films.s3.example.com")];
  expect(policy.get("connect-src")).toEqual(["'self'", "https://films.s3.example.com"]);
  policy.set("connect-src", without.get("connect-src")!);
  expect(policy).toEqual(without);
});

test("where films can be cast, Google's scripts for that may run, and nothing else changes", () => {
  const [without, policy] = [policyOf(null), policyOf(null, null, null, true)];
  expect(policy.get("script-src")!.slice(2)).toEqual([
    "https://www.gstatic.com/cv/js/sender/v1/",
    "https://www.gstatic.com/eureka/clank/",
    "https://www.gstatic.com/cast/sdk/libs/sender/",
  ]);
  policy.set("script-src", without.get("script-src")!);
  expect(policy).toEqual(without);
});
