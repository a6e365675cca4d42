import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import type { CallName } from "../../../contract/index.ts";
import { Failure } from "../../domain/failure.ts";
import type { CallContext, Handlers } from "../call-context.ts";
import { createTokenBuckets, type Allowance } from "./token-buckets.ts";

type Limit = {
  /** Calls of one group share their buckets. */
  group: string;
  /** By the caller's address. */
  address?: Allowance;
  /** By the account the call is about: the e-mail it names, else the session's user. */
  account?: Allowance;
  /** Only what was refused counts: to guess is limited, to be right is not. */
  failuresOnly?: boolean;
};

const minute = 60;
/** For a password that is asked for: many people may share one address, few guesses are ever needed. */
const guesses = {
  address: { burst: 30, everyS: 10 },
  account: { burst: 10, everyS: 30 },
  failuresOnly: true,
};
/** For what a person writes and others have to read. */
const writing = { address: { burst: 60, everyS: 10 }, account: { burst: 20, everyS: minute } };

/**
 * Which calls may be made how often. Progress, lists and pages are not here: they cost little and change nothing of
 * others'. One group for sign-in and sign-up, since a sign-up with a known e-mail tries its password as well.
 */
export const limits: Partial<Record<CallName, Limit[]>> = {
  "identity/sign-in": [{ group: "password", ...guesses }],
  "identity/sign-up": [
    { group: "password", ...guesses },
    { group: "sign-up", address: { burst: 40, everyS: minute } },
  ],
  "identity/anonymous": [{ group: "guest", address: { burst: 600, everyS: 1 } }],
  "login/uid": [{ group: "proof", address: { burst: 60, everyS: 5 }, failuresOnly: true }],
  "password/forgot": [
    {
      group: "forgot",
      address: { burst: 20, everyS: minute },
      account: { burst: 4, everyS: 10 * minute },
    },
  ],
  "password/reset": [{ group: "reset", address: { burst: 20, everyS: minute } }],
  "password/change": [{ group: "password", ...guesses }],
  "account/delete": [{ group: "password", ...guesses }],
  "profile/avatar": [{ group: "avatar", account: { burst: 20, everyS: minute } }],
  "profile/save": [{ group: "profile", ...writing }],
  // A few for each film, from everybody behind one address.
  "playback/quality": [{ group: "quality", address: { burst: 600, everyS: 1 } }],
  "profile/export": [{ group: "export", account: { burst: 120, everyS: 5 } }],
  // Each reads a film's whole folder.
  "download/offer": [{ group: "download", account: { burst: 60, everyS: 5 } }],
  "download/licence": [{ group: "download", account: { burst: 60, everyS: 5 } }],
  "download/renew": [{ group: "download renewal", account: { burst: 30, everyS: 10 } }],
  // A mail each, and a program started.
  "z/settings/test": [{ group: "test", account: { burst: 20, everyS: 10 } }],
  "z/user/bulk": [{ group: "bulk", account: { burst: 60, everyS: 5 } }],
  // In parts of a thousand: a million accounts at once, and not over and over.
  "z/user/export": [{ group: "users as CSV", account: { burst: 1_500, everyS: 1 } }],
  "z/setup/state": [{ group: "setup", address: { burst: 60, everyS: 10 } }],
  "z/setup/claim": [{ group: "setup", address: { burst: 60, everyS: 10 } }],
  // A hundred bits are not guessed; that nobody tries is for the others' sake.
  "voucher/redeem": [
    {
      group: "voucher",
      address: { burst: 20, everyS: 30 },
      account: { burst: 10, everyS: minute },
      failuresOnly: true,
    },
  ],
  "order/create": [
    { group: "order", address: { burst: 60, everyS: 10 }, account: { burst: 20, everyS: minute } },
  ],
  // Each asks a third party.
  "order/pay": [{ group: "payment", account: { burst: 20, everyS: 10 } }],
  "order/cancel": [{ group: "payment", account: { burst: 20, everyS: 10 } }],
  "order/check": [{ group: "payment state", account: { burst: 60, everyS: 2 } }],
  "subscription/cancel": [{ group: "payment", account: { burst: 20, everyS: 10 } }],
  "subscription/resume": [{ group: "payment", account: { burst: 20, everyS: 10 } }],
  "z/order/export": [{ group: "orders as CSV", account: { burst: 1_500, everyS: 1 } }],
  "feedback/create": [{ group: "feedback", ...writing }],
};

/**
 * The same handlers, each behind its limits. A call that is over one is refused with `too_many_requests` and told when
 * to come again; it takes nothing from the others.
 */
export function limitCalls(handlers: Handlers, table = limits): Handlers {
  const buckets = createTokenBuckets();
  // One name can't be followed through two records, see create-api.ts.
  const limited = { ...handlers } as Record<
    string,
    (input: object, context: CallContext) => Promise<unknown>
  >;
  for (const [name, rules] of Object.entries(table)) {
    const perform = limited[name]!;
    limited[name] = async (input, context) => {
      const wanted = rules.flatMap((rule) => bucketsOf(rule, input, context));
      const wait = buckets.take(wanted, context.now);
      if (wait > 0) throw new Failure("too_many_requests", [], wait);
      const answer = await perform(input, context);
      buckets.giveBack(wanted.filter(({ refund }) => refund).map(({ key }) => key));
      return answer;
    };
  }
  return limited as Handlers;
}

function bucketsOf({ group, address, account, failuresOnly }: Limit, input: object, context: CallContext) {
  const refund = failuresOnly === true;
  const whose = accountOf(input, context);
  return [
    ...(address ? [{ key: `${group} at ${networkOf(context.address)}`, allowance: address, refund }] : []),
    ...(account && whose ? [{ key: `${group} of ${whose}`, allowance: account, refund }] : []),
  ];
}

/** A digest, so that the memory of a process holds no list of e-mail addresses, and a long one costs no more. */
function accountOf(input: object, { session }: CallContext): string | null {
  const email = (input as { email?: unknown }).email;
  const whose = typeof email === "string" ? email.normalize("NFKC").toLowerCase() : session?.user.uid;
  return whose === undefined ? null : createHash("sha256").update(whose).digest("base64url").slice(0, 22);
}

/** One household or phone has a whole /64 of IPv6, and could take another address for each try. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = "", tail = ""] = address.split("%")[0]!.split("::");
  const before = head.split(":").filter(Boolean);
  const after = tail.split(":").filter(Boolean);
  const missing = Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array<string>(missing).fill("0"), ...after];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
