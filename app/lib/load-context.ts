import type { Device } from "./device.ts";

/** What server.ts hands to every loader and action. */
export type LoadContext = {
  /** Answers a request to /api/…: in process, or over HTTP where API_URL is set. */
  apiFetch: (request: Request) => Promise<Response>;
  /** Of this response's Content-Security-Policy. */
  nonce: string;
  requestId: string;
  /** The person's address, from the socket or from a proxy that TRUST_PROXY names. */
  clientAddress: string;
  /** Scheme and host people see, `https://matinee.example`: from PUBLIC_URL, else from the request. */
  origin: string;
  device: Device;
  /** The diagnostics page is there (DIAGNOSTICS). */
  diagnostics: boolean;
  /** Whether pages may register the service worker; the operator can switch it off. */
  serviceWorker: boolean;
  /** Writes an unexpected error to the log, with the request's id. */
  report: (error: unknown) => void;
};

declare module "@remix-run/node" {
  // Remix's own way to type the context is to merge into this interface.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions, @typescript-eslint/no-empty-object-type
  interface AppLoadContext extends LoadContext {}
}
