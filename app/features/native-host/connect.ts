import type { Ask, HostWindow, Question } from "./ask.ts";
import { androidBridge, flutterBridge, objectBridge, reactNativeBridge, webkitBridge } from "./bridges.ts";
import type { BridgeKind } from "./detect.ts";

/** The native app around the page, over any bridge. Nothing here rejects. */
export type NativeHost = {
  /** Asks the host to sign its user in; resolves when that is done or cancelled. */
  login: () => Promise<void>;
  /** `proof` is the host's signature over the uid, made with the secret its operator shares with the service. */
  currentUser: () => Promise<{ uid: string; proof?: string } | null>;
  /** Tells the host that the app is ready. */
  initialised: () => void;
  /** The host's display language. */
  locale: () => Promise<string | null>;
  /** Whether the host sells VIP by itself, through the store of its platform. */
  sells: () => Promise<boolean>;
  /**
   * Opens the host's store.
   * @returns whether something was bought; null if the host did not answer
   */
  buy: () => Promise<boolean | null>;
};

/**
 * Milliseconds a host may take to answer; a silent host must not block the app. A login may need time to type a
 * password; a purchase, time to decide.
 */
export const patienceMs: Record<Question, number> = {
  login: 120_000,
  currentUser: 15_000,
  initialised: 5_000,
  locale: 5_000,
  sells: 3_000,
  buy: 600_000,
};

/** Longest valid uid, proof or language code; anything longer is no answer to the question. */
const longest = { uid: 128, proof: 4_096, locale: 35 };

const bridges: Record<BridgeKind, (scope: HostWindow) => Ask | null> = {
  object: objectBridge,
  flutter: flutterBridge,
  webkit: webkitBridge,
  android: androidBridge,
  "react-native": reactNativeBridge,
};

/** @returns the host behind a bridge, with timeouts and checked answers; null if the bridge is incomplete */
export function connectNativeHost(kind: BridgeKind, scope: HostWindow): NativeHost | null {
  const bridge = bridges[kind](scope);
  return bridge && hostOver(bridge);
}

function hostOver(bridge: Ask): NativeHost {
  const ask = (question: Question): Promise<unknown> => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, patienceMs[question], null);
    });
    // A host that throws counts as silent; start-up decides what that means.
    const answer = Promise.resolve()
      .then(() => bridge(question))
      .catch(() => null);
    return Promise.race([answer, late]).finally(() => clearTimeout(timer));
  };
  return {
    login: async () => void (await ask("login")),
    currentUser: async () => userOf(await ask("currentUser")),
    initialised: () => void ask("initialised"),
    locale: async () => text(await ask("locale"), longest.locale),
    sells: async () => (await ask("sells")) === true,
    buy: async () => {
      const answer = await ask("buy");
      return typeof answer === "boolean" ? answer : null;
    },
  };
}

function userOf(answer: unknown): { uid: string; proof?: string } | null {
  if (typeof answer !== "object" || answer === null) return null;
  const { uid, proof } = answer as { uid?: unknown; proof?: unknown };
  const name = text(uid, longest.uid);
  if (name === null) return null;
  const signature = text(proof, longest.proof);
  return signature === null ? { uid: name } : { uid: name, proof: signature };
}

function text(value: unknown, atMost: number): string | null {
  return typeof value === "string" && value !== "" && value.length <= atMost ? value : null;
}
