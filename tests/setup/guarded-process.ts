import dgram from "node:dgram";
import http from "node:http";
import net from "node:net";
import { guardNetwork } from "../../api/adapters/webtorrent-torrent/guard-network.ts";
import { isPublicAddress } from "../../api/domain/kernel/public-address.ts";

/** Tries to reach this machine in every way there is, and says how each ended. */
const { tcp, udp, socket, guarded } = JSON.parse(process.argv[2]!) as {
  tcp: number;
  udp: number;
  socket: string;
  guarded: boolean;
};
if (guarded) guardNetwork(isPublicAddress);

const connected = (open: () => net.Socket) =>
  new Promise<string>((resolve) => {
    const made = open();
    made.once("connect", () => {
      made.destroy();
      resolve("connected");
    });
    made.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });
const asked = (url: string) =>
  fetch(url).then(
    () => "connected",
    (error: Error) => ((error.cause ?? error) as NodeJS.ErrnoException).code ?? error.message,
  );
const got = (url: string) =>
  new Promise<string>((resolve) => {
    const request = http.get(url, (answer) => resolve(String(answer.statusCode)));
    request.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });
const sent = (host: string) =>
  new Promise<string>((resolve) => {
    const from = dgram.createSocket("udp4");
    const bytes = Buffer.from(host);
    from.send(bytes, 0, bytes.length, udp, host, (error) => {
      from.close();
      resolve(error ? ((error as NodeJS.ErrnoException).code ?? error.message) : "sent");
    });
  });

const ended = {
  address: await connected(() => net.connect(tcp, "127.0.0.1")),
  options: await connected(() => net.connect({ port: tcp, host: "127.0.0.1" })),
  six: await connected(() => net.connect(tcp, "::ffff:127.0.0.1")),
  name: await connected(() => net.connect(tcp, "localhost")),
  nobody: await connected(() => net.connect(tcp)),
  later: await connected(() => new net.Socket().connect(tcp, "127.0.0.1")),
  socket: await connected(() => net.connect(socket)),
  fetch: await asked(`http://127.0.0.1:${tcp}/`),
  fetchName: await asked(`http://localhost:${tcp}/`),
  http: await got(`http://127.0.0.1:${tcp}/`),
  httpName: await got(`http://localhost:${tcp}/`),
  datagram: await sent("127.0.0.1"),
  datagramName: await sent("localhost"),
};
process.stdout.write(JSON.stringify(ended), () => process.exit(0));
