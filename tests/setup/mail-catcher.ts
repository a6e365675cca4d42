import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { join } from "node:path";

export type MailCatcher = { port: number; close: () => Promise<void> };

/** A mail server that delivers nothing: each message becomes a file of `folder`, as it was sent (RFC 5321's least). */
export async function startMailCatcher(folder: string): Promise<MailCatcher> {
  await mkdir(folder, { recursive: true });
  const open = new Set<Socket>();
  let caught = 0;
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    socket.on("error", () => socket.destroy());
    const say = (line: string) => socket.write(`${line}\r\n`);
    let text = "";
    let inData = false;
    socket.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      for (;;) {
        const end = text.indexOf(inData ? "\r\n.\r\n" : "\r\n");
        if (end < 0) return;
        const line = text.slice(0, end);
        text = text.slice(end + (inData ? 5 : 2));
        if (inData) {
          inData = false;
          const name = String(++caught).padStart(4, "0");
          void writeFile(join(folder, `${name}.eml`), line).then(() => say("250 kept"));
        } else if (/^DATA/i.test(line)) {
          inData = true;
          say("354 go on");
        } else if (/^QUIT/i.test(line)) {
          say("221 bye");
          socket.end();
        } else say(/^EHLO/i.test(line) ? "250 8BITMIME" : "250 ok");
      }
    });
    say("220 catcher");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

/** The latest message to an address: its headers and its plain text; null before the first. */
export async function latestMailTo(
  folder: string,
  address: string,
): Promise<{ headers: string; text: string } | null> {
  for (const name of (await readdir(folder)).sort().reverse()) {
    const raw = await readFile(join(folder, name), "utf8");
    const headers = raw.slice(0, raw.indexOf("\r\n\r\n"));
    if (headers.toLowerCase().includes(`to: ${address.toLowerCase()}`))
      return { headers, text: plainPart(raw) };
  }
  return null;
}

/** The text/plain part, with its transfer encoding undone (RFC 2045, section 6). */
function plainPart(raw: string): string {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1] ?? "\u0000";
  const part = raw.split(`--${boundary}`).find((one) => /content-type: text\/plain/i.test(one)) ?? raw;
  const [head = "", ...body] = part.split("\r\n\r\n");
  const text = body.join("\r\n\r\n");
  if (/transfer-encoding: base64/i.test(head)) return Buffer.from(text, "base64").toString("utf8");
  if (!/transfer-encoding: quoted-printable/i.test(head)) return text;
  const bytes = text
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
