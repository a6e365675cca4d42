import type { FirebaseSettings } from "../contract/accounts/firebase.ts";

/** Headers of every answer. Only documents get more: on an asset, the kilobyte of further headers would be useless. */
export function securityHeaders({ https }: { https: boolean }): [string, string][] {
  return [
    ["X-Content-Type-Options", "nosniff"],
    ["X-Frame-Options", "DENY"],
    // For this host only: the operator decides about its subdomains.
    ...(https ? [["Strict-Transport-Security", "max-age=31536000"] as [string, string]] : []),
  ];
}

/** Google's addresses that a page may use when Firebase is configured, by directive. */
function googleSources(
  firebase: FirebaseSettings | null,
): Record<"script" | "connect" | "frame" | "img", string> {
  if (!firebase) return { script: "", connect: "", frame: "", img: "" };
  const { authDomain, emulator, measurementId } = firebase;
  const local = emulator ? [`http://${emulator}`] : [];
  const counted = (...sources: string[]) => (measurementId ? sources : []);
  const list = (...sources: string[]) => sources.map((source) => ` ${source}`).join("");
  return {
    script: list("https://apis.google.com", ...counted("https://www.googletagmanager.com")),
    connect: list(
      "https://identitytoolkit.googleapis.com",
      "https://securetoken.googleapis.com",
      ...local,
      ...counted(
        "https://firebase.googleapis.com",
        "https://firebaseinstallations.googleapis.com",
        "https://www.googletagmanager.com",
        "https://*.google-analytics.com",
        "https://*.analytics.google.com",
      ),
    ),
    frame: list(`https://${authDomain}`, ...local),
    // Pictures of users who sign in with Google.
    img: list(
      "https://lh3.googleusercontent.com",
      ...counted("https://www.googletagmanager.com", "https://*.google-analytics.com"),
    ),
  };
}

/**
 * Google's scripts for Chromecasts, by their folders: the one that the page asks for, what it loads for the browser's
 * version, and the framework.
 */
const castScripts = [
  "https://www.gstatic.com/cv/js/sender/v1/",
  "https://www.gstatic.com/eureka/clank/",
  "https://www.gstatic.com/cast/sdk/libs/sender/",
];

/**
 * Headers of a document. Scripts run only from our own files or with this response's nonce. Styles may be inline: the
 * player's controls keep theirs in shadow roots, which cannot carry a nonce, and a style runs no code.
 * @param dev lets the page connect to Vite's socket, which reloads it
 * @param cast lets the page load Google's scripts for Chromecasts, as it does when a user casts
 * @param mediaSource scheme and host of another server that it fetches media from; null = none
 * @param firebase allows the addresses its SDK needs; without it the page can reach nothing of Google's
 * @param bucketOrigin lets scripts send files there; null when uploads are not in a bucket
 */
export function documentHeaders({
  nonce,
  dev,
  cast,
  firebase,
  mediaSource,
  bucketOrigin,
}: {
  nonce: string;
  dev: boolean;
  cast: boolean;
  firebase: FirebaseSettings | null;
  mediaSource: string | null;
  bucketOrigin: string | null;
}): [string, string][] {
  const google = googleSources(firebase);
  const media = mediaSource ? ` ${mediaSource}` : "";
  const bucket = bucketOrigin && bucketOrigin !== mediaSource ? ` ${bucketOrigin}` : "";
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${google.script}${cast ? ` ${castScripts.join(" ")}` : ""}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${google.img}${media}`,
    `media-src 'self' blob:${media}`,
    "worker-src 'self' blob:",
    `connect-src 'self'${dev ? " ws:" : ""}${bucket}${google.connect}${media}`,
    ...(google.frame ? [`frame-src 'self'${google.frame}`] : []),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
  ];
  return [
    ["Content-Security-Policy", policy.join("; ")],
    ["Referrer-Policy", "strict-origin-when-cross-origin"],
    ["Cross-Origin-Opener-Policy", "same-origin-allow-popups"],
    [
      "Permissions-Policy",
      "camera=(), microphone=(), geolocation=(), payment=(self), fullscreen=(self), picture-in-picture=(self)",
    ],
  ];
}
