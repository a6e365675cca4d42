import { isProviderAway, type PaymentDeps } from "../domain/commerce/payments/payment-deps.ts";
import { performRefunds } from "../domain/commerce/payments/perform-refunds.ts";
import { followHint } from "../domain/commerce/payments/settle.ts";
import { Failure } from "../domain/kernel/failure.ts";
import { localeOf } from "../../contract/locales.ts";
import type { Clock } from "../ports/clock.ts";
import { succeed, translate } from "./answer.ts";
import type { Messages } from "./messages.ts";

type Options = PaymentDeps & { messages: Messages; clock: Clock; onBug: (error: unknown) => void };

/** The URL for providers' messages, `/api/webhook/<method>`: not a call of the contract, and signed by its sender. */
export const hookPrefix = "/api/webhook/";
const mostBytes = 512 * 1024;

/**
 * Receives a provider's message and answers once its subject is recorded. If the process dies before that, the provider
 * sends the message again; a recorded message counts once. A subject that cannot be looked up now is answered 503.
 */
export function createPaymentHook(options: Options) {
  const { messages, clock, onBug } = options;
  const { count = () => {} } = options;
  return async (request: Request): Promise<Response> => {
    const locale = localeOf(null);
    try {
      const method = new URL(request.url).pathname.slice(hookPrefix.length);
      const provider = options.providers.find((one) => one.method === method && one.readMessage);
      if (!provider) throw new Failure("not_found");
      if (request.method !== "POST") throw new Failure("method_not_allowed");
      const now = clock.now();
      // The exact bytes that were signed: JSON that is parsed and written again may differ.
      const body = await bodyOf(request);
      const signature = request.headers.get("stripe-signature") ?? "";
      const hint = await provider.readMessage!({ body, signature, now });
      if (hint === "refused") throw new Failure("forbidden");
      if (hint) {
        await followHint(options, { provider, hint, now });
        await performRefunds(options, { now });
      }
      count({ what: "webhook", result: "recorded" });
      return succeed({});
    } catch (error) {
      const isRefused = error instanceof Failure && !isProviderAway(error);
      count({ what: "webhook", result: isRefused ? "refused" : "failed" });
      return translate(error, { messages, locale, onBug });
    }
  };
}

/** @throws Failure invalid for a body larger than a message */
async function bodyOf(request: Request): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let text = "";
  let bytes = 0;
  try {
    for await (const chunk of request.body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > mostBytes) break;
      text += decoder.decode(chunk, { stream: true });
    }
    text += decoder.decode();
  } catch {
    throw new Failure("invalid");
  }
  if (bytes > mostBytes) throw new Failure("invalid", [{ field: "", reason: "too_long" }]);
  return text;
}
