import { createHash } from "node:crypto";
import type { CallName } from "../../../contract/index.ts";
import { Failure } from "../../domain/kernel/failure.ts";
import type { CallContext, Handlers } from "../call-context.ts";
import { networksOf } from "./networks.ts";
import { createTokenBuckets, type Allowance } from "./token-buckets.ts";

type Limit = {
  /** Calls of one group share their buckets. */
  group: string;
  /** By the caller's address; the networks around it have a multiple of it together. */
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
/** Each hashes a password, whether it is the right one or not: a house at once, and then one a second. */
const hashing: Limit = { group: "hashing", address: { burst: 60, everyS: 1 } };
/** For what a person writes and others have to read. */
const writing = { address: { burst: 60, everyS: 10 }, account: { burst: 20, everyS: minute } };

/**
 * Which calls may be made how often. Progress, lists and pages are not here: they cost little and change nothing of
 * others'. One group for sign-in and sign-up, since a sign-up with a known e-mail tries its password as well.
 */
export const limits: Partial<Record<CallName, Limit[]>> = {
  "identity/sign-in": [{ group: "password", ...guesses }, hashing],
  // A mail each.
  "identity/sign-up-code": [
    {
      group: "sign-up code",
      address: { burst: 60, everyS: minute },
      account: { burst: 4, everyS: 10 * minute },
    },
  ],
  // Without codes it tells who has an account: slowly.
  "identity/sign-up": [
    { group: "password", ...guesses },
    { group: "sign-up refused", address: { burst: 20, everyS: 2 * minute }, failuresOnly: true },
    hashing,
    { group: "sign-up", address: { burst: 40, everyS: minute } },
  ],
  // A phone network's people may come at once; over a day, an address makes no more than 20,000 rows of guests.
  "identity/anonymous": [{ group: "guest", address: { burst: 600, everyS: 5 } }],
  "login/uid": [{ group: "proof", address: { burst: 60, everyS: 5 }, failuresOnly: true }],
  "password/forgot": [
    {
      group: "forgot",
      address: { burst: 20, everyS: minute },
      account: { burst: 4, everyS: 10 * minute },
    },
  ],
  "password/reset": [{ group: "reset", address: { burst: 20, everyS: minute } }, hashing],
  "password/change": [{ group: "password", ...guesses }, hashing],
  "account/delete": [{ group: "password", ...guesses }, hashing],
  "profile/avatar": [{ group: "avatar", account: { burst: 20, everyS: minute } }],
  "profile/save": [{ group: "profile", ...writing }],
  // One for each visit.
  stat: [{ group: "stat", address: { burst: 120, everyS: 2 }, account: { burst: 20, everyS: 30 } }],
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
      const { waitS, taken } = buckets.take(wanted, context.now);
      if (waitS > 0) throw new Failure("too_many_requests", [], waitS);
      const refund = () => buckets.giveBack(taken.filter(({ failuresOnly }) => failuresOnly));
      try {
        const answer = await perform(input, context);
        refund();
        return answer;
      } catch (error) {
        if (!isRefusal(error)) refund();
        throw error;
      }
    };
  }
  return limited as Handlers;
}

/** Whether the caller was refused. What could not be looked at, or went wrong here, is no guess of theirs. */
function isRefusal(error: unknown): boolean {
  return error instanceof Failure && error.code !== "unavailable";
}

function bucketsOf(
  { group, address, account, failuresOnly = false }: Limit,
  input: object,
  context: CallContext,
) {
  const whose = account && accountOf(input, context);
  const networks = address ? networksOf(context.address) : [];
  return [
    ...networks.map(({ name, wide, times }) => ({
      table: `${group} at ${wide}`,
      key: name,
      allowance: { burst: address!.burst * times, everyS: address!.everyS / times },
      failuresOnly,
    })),
    ...(account && whose ? [{ table: `${group} of`, key: whose, allowance: account, failuresOnly }] : []),
  ];
}

/** A digest, so that the memory of a process holds no list of e-mail addresses, and a long one costs no more. */
function accountOf(input: object, { session }: CallContext): string | null {
  const email = (input as { email?: unknown }).email;
  const whose = typeof email === "string" ? email.normalize("NFKC").toLowerCase() : session?.user.uid;
  return whose === undefined ? null : createHash("sha256").update(whose).digest("base64url").slice(0, 22);
}
