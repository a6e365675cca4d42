import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** A wire between the backend and its database that can be cut. */
export async function wireTo(target: URL) {
  const sockets = new Set<Socket>();
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
  };
  let cut = false;
  const server = createServer((inside) => {
    track(inside);
    if (cut) return void inside.destroy();
    const outside = connect(Number(target.port), target.hostname);
    track(outside);
    inside.pipe(outside).pipe(inside);
    inside.on("close", () => outside.destroy());
    outside.on("close", () => inside.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cut() {
      cut = true;
      for (const socket of sockets) socket.destroy();
    },
    mend: () => void (cut = false),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
