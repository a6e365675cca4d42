import { randomBytes, timingSafeEqual } from "node:crypto";
import { createArgon2Threads, type DeriveTag } from "./argon2-threads.ts";

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

export type PasswordHasher = {
  /** @returns the hash in PHC string format, parameters and salt included */
  hash: (password: string) => Promise<string>;
  /** @param phc a text made by `hash`; any other text matches no password */
  verify: (password: string, phc: string) => Promise<boolean>;
};

/**
 * Hashes passwords, few at a time, because each takes a processor. The others wait in a bounded queue.
 * @param options.busy makes the error for a caller when the queue is full
 * @param options.deriveTag derives an argon2id tag
 */
export function createPasswordHasher({
  atOnce,
  mostWaiting,
  busy,
  deriveTag = createArgon2Threads(),
}: {
  atOnce: number;
  mostWaiting: number;
  busy: () => Error;
  deriveTag?: DeriveTag;
}): PasswordHasher {
  const waiting: (() => void)[] = [];
  let free = atOnce;

  async function derive(password: string, nonce: Buffer, parameters: typeof cost): Promise<Uint8Array> {
    if (free > 0) free -= 1;
    else if (waiting.length >= mostWaiting) throw busy();
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      // NFKC: the same password typed on another keyboard is the same password.
      const message = Buffer.from(password.normalize("NFKC"));
      return await deriveTag({ message, nonce, ...parameters });
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  }

  return {
    async hash(password) {
      const salt = randomBytes(16);
      return phcText(salt, await derive(password, salt, cost));
    },
    async verify(password, phc) {
      const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(phc);
      if (!match) return false;
      const [, memory, passes, parallelism, salt, tag] = match as unknown as [
        string,
        string,
        string,
        string,
        string,
        string,
      ];
      const expected = Buffer.from(tag, "base64");
      const parameters = {
        memory: Number(memory),
        passes: Number(passes),
        parallelism: Number(parallelism),
        tagLength: expected.length,
      };
      return timingSafeEqual(await derive(password, Buffer.from(salt, "base64"), parameters), expected);
    },
  };
}

/** @returns a text that no password matches, and that takes as long to verify as a text made by `hash` */
export function hashOfNothing(): string {
  return phcText(randomBytes(16), randomBytes(cost.tagLength));
}

function phcText(salt: Uint8Array, tag: Uint8Array): string {
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

function unpadded(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64").replaceAll("=", "");
}
