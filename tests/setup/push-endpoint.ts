import { createDecipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { importJWK, jwtVerify } from "jose";

export type Received = {
  /** Name of the browser it was for. */
  browser: string;
  payload: Record<string, string>;
  headers: IncomingMessage["headers"];
};

type Browser = { curve: ECDH; auth: Buffer };
/** How the service answers a browser's pushes; without one, 201. */
type Answer = (response: ServerResponse) => void;

export type PushEndpoint = Awaited<ReturnType<typeof startPushEndpoint>>;

/**
 * A push service of our own: it refuses what a real one would, by the statement of who sends (VAPID, RFC 8292), and reads
 * what a browser would (RFC 8188 and 8291).
 * @param publicKey the key that its subscriptions are bound to
 */
export async function startPushEndpoint(publicKey: string, { reads = true } = {}) {
  const browsers = new Map<string, Browser>();
  const answers = new Map<string, Answer>();
  const received: Received[] = [];
  /** Why pushes were refused. */
  const refused: string[] = [];
  const server = createServer((request, response) => {
    void take(request)
      .then(() => answer(request, response))
      .catch((error: unknown) => {
        refused.push(String(error));
        response.writeHead(403).end();
      });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const nameOf = (request: IncomingMessage) => request.url!.slice(1);

  async function take(request: IncomingMessage): Promise<void> {
    const body = await bodyOf(request);
    await checkVapid(request.headers.authorization ?? "", { origin, publicKey });
    const browser = nameOf(request);
    const known = browsers.get(browser);
    if (!known && reads) throw new Error(`no browser ${browser}`);
    const payload = known && reads ? (JSON.parse(decrypt(body, known)) as Received["payload"]) : {};
    received.push({ browser, payload, headers: request.headers });
  }
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const special = answers.get(nameOf(request));
    if (special) return special(response);
    response.writeHead(201).end();
  };

  return {
    origin,
    received,
    refused,
    /** A browser's subscription, as `push/subscribe` takes it. */
    browser(name: string) {
      const curve = createECDH("prime256v1");
      curve.generateKeys();
      const auth = randomBytes(16);
      browsers.set(name, { curve, auth });
      return {
        endpoint: `${origin}/${name}`,
        p256dh: curve.getPublicKey("base64url"),
        auth: auth.toString("base64url"),
      };
    },
    answer: (name: string, how: Answer) => void answers.set(name, how),
    heal: (name: string) => void answers.delete(name),
    close: () =>
      new Promise<void>((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

async function checkVapid(
  header: string,
  { origin, publicKey }: { origin: string; publicKey: string },
): Promise<void> {
  const [, token, key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? [];
  if (!token || key !== publicKey) throw new Error(`not for this key: ${header}`);
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const jwk = await importJWK({ kty: "EC", crv: "P-256", x: x!, y: y! }, "ES256");
  const { payload } = await jwtVerify(token, jwk, { audience: origin, algorithms: ["ES256"] });
  const dayS = 24 * 3_600;
  if (!payload.exp || payload.exp > Date.now() / 1_000 + dayS) throw new Error("no end within a day");
  if (!/^(mailto:|https:)/.test(payload.sub ?? "")) throw new Error("no subject");
}

/** Reads one record of aes128gcm. */
function decrypt(body: Buffer, { curve, auth }: Browser): string {
  const salt = body.subarray(0, 16);
  const idLength = body[20]!;
  const sender = body.subarray(21, 21 + idLength);
  const sealed = body.subarray(21 + idLength);
  const shared = curve.computeSecret(sender);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), curve.getPublicKey(), sender]);
  const derive = (key: Buffer, by: Buffer, about: Buffer | string, length: number) =>
    Buffer.from(hkdfSync("sha256", key, by, about, length));
  const ikm = derive(shared, auth, info, 32);
  const key = derive(ikm, salt, "Content-Encoding: aes128gcm\0", 16);
  const nonce = derive(ikm, salt, "Content-Encoding: nonce\0", 12);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // The last record ends with 2 and zeros.
  const end = padded.lastIndexOf(2);
  if (end < 0) throw new Error("no end of the record");
  return padded.subarray(0, end).toString("utf8");
}
