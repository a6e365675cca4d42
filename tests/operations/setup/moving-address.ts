import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** An address in front of a server that is given to another one, as at a failover. */
export type MovingAddress = {
  url: string;
  /** New connections go there. Those there are stay open, and nothing comes through them any more. */
  moveTo: (url: string) => void;
  close: () => Promise<void>;
};

export async function moveableAddress(target: string): Promise<MovingAddress> {
  let port = Number(new URL(target).port);
  const sockets = new Set<Socket>();
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => socket.destroy());
  };
  const server = createServer((inside) => {
    const outside = connect(port, "127.0.0.1");
    track(inside);
    track(outside);
    inside.pipe(outside).pipe(inside);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    moveTo(next) {
      port = Number(new URL(next).port);
      for (const socket of sockets) {
        socket.unpipe();
        socket.pause();
      }
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
