import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const hashArgon2 = promisify(argon2);

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

export type PasswordHasher = {
  /** @returns the hash in PHC string format, parameters and salt included */
  hash: (password: string) => Promise<string>;
  /** @param phc as `hash` made it; another text matches no password */
  verify: (password: string, phc: string) => Promise<boolean>;
};

/**
 * Hashes passwords, few at a time: a hash takes one of the threads of this process that also read files, and a
 * processor. The others wait their turn in a line that has an end.
 * @param busy makes the error for who comes when the line is full
 */
export function createPasswordHasher({
  atOnce,
  mostWaiting,
  busy,
}: {
  atOnce: number;
  mostWaiting: number;
  busy: () => Error;
}): PasswordHasher {
  const waiting: (() => void)[] = [];
  let free = atOnce;

  async function derive(password: string, nonce: Buffer, parameters: typeof cost): Promise<Buffer> {
    if (free > 0) free -= 1;
    else if (waiting.length >= mostWaiting) throw busy();
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      // NFKC: the same password typed on another keyboard is the same password.
      const message = Buffer.from(password.normalize("NFKC"));
      return (await hashArgon2("argon2id", { message, nonce, ...parameters })) as Buffer;
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  }

  return {
    async hash(password) {
      const salt = randomBytes(16);
      const tag = await derive(password, salt, cost);
      const { memory, passes, parallelism } = cost;
      return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
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

function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}
