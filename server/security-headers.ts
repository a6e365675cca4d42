/**
 * Headers of every answer. Scripts run only from our own files or with this response's nonce. Styles may be
 * inline: the player's controls keep theirs in shadow roots, which can carry no nonce, and a style runs no code.
 * @param nonce set on documents; without it no inline script runs at all
 * @param dev lets the page reach Vite's socket, which reloads it
 */
export function securityHeaders({
  nonce,
  https,
  dev,
}: {
  nonce?: string;
  https: boolean;
  dev?: boolean;
}): Record<string, string> {
  const policy = [
    "default-src 'self'",
    `script-src 'self'${nonce ? ` 'nonce-${nonce}'` : ""}`,
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
  return {
    "Content-Security-Policy": policy.join("; "),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
    "Permissions-Policy":
      "camera=(), microphone=(), geolocation=(), payment=(self), fullscreen=(self), picture-in-picture=(self)",
    ...(https ? { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" } : {}),
  };
}
