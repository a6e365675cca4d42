import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A message as it came in. */
export type Received = { id: string; headers: Record<string, string>; body: string };

export type Reply = (response: ServerResponse, request: IncomingMessage) => void;

export const answer =
  (status: number, body = "", headers: Record<string, string> = {}): Reply =>
  (response) =>
    void response.writeHead(status, headers).end(body);

/** Never answers. */
export const hang: Reply = () => {};

export type WebhookReceiver = {
  url: string;
  /** What came in, in order. */
  received: Received[];
  /** How further messages are answered: the last one again and again. */
  replies: Reply[];
  /** Resolves once so many messages have come in. */
  has: (count: number) => Promise<Received[]>;
  close: () => Promise<void>;
};

/** Other software that is told what happens. */
export async function startWebhookReceiver(...replies: Reply[]): Promise<WebhookReceiver> {
  const received: Received[] = [];
  const told = replies.length > 0 ? replies : [answer(204)];
  const waiting: { count: number; done: (all: Received[]) => void }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    response.on("error", () => {});
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const headers = request.headers as Record<string, string>;
      const body = Buffer.concat(chunks).toString();
      received.push({ id: headers["webhook-id"] ?? "", headers, body });
      const reply = told.length > 1 ? told.shift()! : told[0]!;
      reply(response, request);
      for (const { count, done } of waiting) if (received.length >= count) done(received);
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    replies: told,
    has: (count) =>
      received.length >= count
        ? Promise.resolve(received)
        : new Promise((done) => waiting.push({ count, done })),
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
