import dgram from "node:dgram";
import dns from "node:dns";
import net from "node:net";

type Allows = (address: string) => boolean;
type Found = { address: string; family: number }[];
type LookedUp = (error: NodeJS.ErrnoException | null, address?: unknown, family?: number) => void;
type ConnectOptions = { host?: string; path?: string; lookup?: unknown };

/**
 * From now on this process connects and sends only to allowed addresses, whichever code asks: strangers supply the
 * peers, trackers and DHT nodes. A name is checked by the address it resolves to when connecting, so a name that
 * resolves differently the next time gains nothing. A refused connection fails like one without an answer; a refused
 * datagram is dropped. Incoming data is not checked.
 */
export function guardNetwork(allows: Allows): void {
  const refused = (host: string) =>
    Object.assign(new Error(`Not connected to ${host}`), { code: "ENETUNREACH" });

  const lookup = (host: string, options: dns.LookupOptions, done: LookedUp) =>
    dns.lookup(host, { ...options, all: true }, (error, found: Found) => {
      const left = error ? [] : found.filter(({ address }) => allows(address));
      if (error) done(error);
      else if (left.length === 0) done(refused(host));
      else if (options.all) done(null, left);
      else done(null, left[0]!.address, left[0]!.family);
    });

  const { connect } = net.Socket.prototype as unknown as { connect: (...given: unknown[]) => net.Socket };
  const normalise = (net as unknown as { _normalizeArgs: (given: unknown[]) => unknown[] })._normalizeArgs;
  Object.assign(net.Socket.prototype, {
    connect(this: net.Socket, ...given: unknown[]) {
      const all = Array.isArray(given[0]) ? given[0] : normalise(given);
      const options = all[0] as ConnectOptions;
      const host = options.host ?? "localhost";
      if (options.path !== undefined || (net.isIP(host) !== 0 && !allows(host))) {
        process.nextTick(() => this.destroy(refused(options.path ?? host)));
        return this;
      }
      options.lookup = lookup;
      return connect.call(this, all);
    },
  });

  const { send } = dgram.Socket.prototype as unknown as { send: (...given: unknown[]) => void };
  const silent = () => {};
  Object.assign(dgram.Socket.prototype, {
    send(this: dgram.Socket, ...given: unknown[]) {
      // (bytes, [offset, length,] port, [address,] [callback])
      const at = given.findIndex((one, place) => place > 0 && typeof one === "string");
      const last = given.at(-1);
      const done = typeof last === "function" ? (last as (error: Error | null) => void) : silent;
      const host = at < 0 ? "localhost" : (given[at] as string);
      if (net.isIP(host) !== 0) return allows(host) ? send.apply(this, given) : done(null);
      lookup(host, { family: 4 }, (error, address) => {
        if (error) return done(error);
        try {
          send.apply(this, given.with(at, address));
        } catch (closed) {
          done(closed as Error);
        }
      });
    },
    connect(this: dgram.Socket, _port: number, ...rest: unknown[]) {
      const done = rest.find((one) => typeof one === "function") as ((error: Error) => void) | undefined;
      done?.(refused("datagram"));
    },
  });
}
