import type { startStripe } from "./stripe.ts";

/** Holds Stripe's next answer that makes a payment page, once the page is there. */
export function holdPage({ state }: ReturnType<typeof startStripe>): {
  made: Promise<void>;
  release: () => void;
} {
  let release!: () => void;
  let reached!: () => void;
  const held = new Promise<void>((resolve) => (release = resolve));
  const made = new Promise<void>((resolve) => (reached = resolve));
  state.hold = (path) => {
    if (!path.endsWith("/checkout/sessions")) return;
    state.hold = null;
    reached();
    return held;
  };
  return { made, release };
}
