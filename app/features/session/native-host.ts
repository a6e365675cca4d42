/**
 * What the app around an embedded web view offers us. An app announces itself by putting such an object on
 * `window.MatineeHost` before our scripts run (docs/native-host.md).
 */
export type NativeHost = {
  /** Asks the host to sign its user in; resolves when that is done or given up. */
  login: () => Promise<void>;
  /** `proof` is the host's signature over the uid, made with the secret its operator shares with ours. */
  currentUser: () => Promise<{ uid: string; proof?: string } | null>;
  /** Tells the host that the app is there. */
  initialised: () => void;
  /** The language the host is shown in. */
  locale: () => Promise<string | null>;
};

/** Milliseconds a host may take to answer; one that never does must not hold the app up. */
const patienceMs = 15_000;
const members = ["login", "currentUser", "initialised", "locale"] as const;

/** @returns the host, with its answers checked; null in an ordinary browser */
export function findNativeHost(scope: { MatineeHost?: unknown }): NativeHost | null {
  const host = scope.MatineeHost as Record<string, unknown> | undefined;
  if (typeof host !== "object" || host === null) return null;
  if (!members.every((member) => typeof host[member] === "function")) return null;
  const raw = host as { [M in (typeof members)[number]]: () => unknown };
  const ask = async (member: (typeof members)[number]): Promise<unknown> => {
    const late = new Promise<null>((resolve) => setTimeout(resolve, patienceMs, null));
    // A host that throws has nothing to say; what that means is start-up's business.
    return Promise.race([Promise.resolve().then(() => raw[member]()), late]).catch(() => null);
  };
  return {
    login: async () => void (await ask("login")),
    currentUser: async () => userOf(await ask("currentUser")),
    initialised: () => void ask("initialised"),
    locale: async () => {
      const locale = await ask("locale");
      return typeof locale === "string" ? locale : null;
    },
  };
}

function userOf(answer: unknown): { uid: string; proof?: string } | null {
  const { uid, proof } = (answer ?? {}) as { uid?: unknown; proof?: unknown };
  if (typeof uid !== "string" || uid === "") return null;
  return typeof proof === "string" ? { uid, proof } : { uid };
}
