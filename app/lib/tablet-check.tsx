/**
 * A script for the document's head: an iPad calls itself a Macintosh, and only the browser knows that it is touched.
 * It corrects the kind of device before the first paint, and tells the server by a cookie (device.ts). Only the server
 * renders it.
 */
export function TabletCheck({ nonce }: { nonce: string | undefined }) {
  return (
    <script
      data-tablet-check=""
      nonce={nonce}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? `(${findTablet})()` : " " }}
    />
  );
}

/** Sent as text, so it uses nothing but what browsers have. */
function findTablet(): void {
  if (!navigator.userAgent.includes("Macintosh") || navigator.maxTouchPoints < 2) return;
  document.documentElement.dataset.device = "mobile";
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `device=tablet; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
}
