import type { BrandFacts } from "../../contract/service/brand-facts.ts";
import type { SendDirect } from "../api-client/direct-client.ts";
import type { Device } from "./device.ts";

/** Set on a document from which films can be cast, for the server's content policy; it reaches no browser. */
export const castHeader = "X-May-Cast";

/** Context that server.ts passes to every loader and action. */
export type LoadContext = {
  /** Answers a request to /api/…: in process, or over HTTP if API_URL is set. */
  apiFetch: (request: Request) => Promise<Response>;
  /** Answers a call of the API in this process, without HTTP; null if API_URL is set. */
  direct: SendDirect | null;
  /** Of this response's Content-Security-Policy. */
  nonce: string;
  requestId: string;
  /** Public scheme and host, `https://matinee.example`: from PUBLIC_URL, else from the request. */
  origin: string;
  /** The operator's brand, as it was when the request came. */
  brand: BrandFacts;
  /** Folder of the texts: a folder for each language. */
  localesDir: string;
  device: Device;
  television: boolean;
  /** The diagnostics page exists (DIAGNOSTICS). */
  diagnostics: boolean;
  /** Whether pages may register the service worker; the operator can switch it off. */
  serviceWorker: boolean;
  /** Writes an unexpected error to the log, with the request's id. */
  report: (error: unknown) => void;
  /** The rendered document, for the server, which would otherwise have to read its answer's stream. */
  html: Uint8Array<ArrayBuffer> | null;
};

declare module "@remix-run/node" {
  // Remix types the context through this interface, so this merges into it.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions, @typescript-eslint/no-empty-object-type
  interface AppLoadContext extends LoadContext {}
}
