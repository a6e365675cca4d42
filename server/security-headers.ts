/** Headers of every answer. What is no document gets no more: each asset would carry a kilobyte that means nothing to it. */
export function securityHeaders({ https }: { https: boolean }): [string, string][] {
  return [
    ["X-Content-Type-Options", "nosniff"],
    ["X-Frame-Options", "DENY"],
    ...(https
      ? [["Strict-Transport-Security", "max-age=31536000; includeSubDomains"] as [string, string]]
      : []),
  ];
}

/**
 * Headers of a document. Scripts run only from our own files or with this response's nonce. Styles may be inline: the
 * player's controls keep theirs in shadow roots, which can carry no nonce, and a style runs no code.
 * @param dev lets the page reach Vite's socket, which reloads it
 */
export function documentHeaders({ nonce, dev }: { nonce: string; dev: boolean }): [string, string][] {
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "worker-src 'self' blob:",
    `connect-src 'self'${dev ? " ws:" : ""}`,
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
