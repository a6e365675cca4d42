import { createHash } from "node:crypto";
import type { CallName } from "../../../contract/index.ts";
import { Failure } from "../../domain/kernel/failure.ts";
import type { CallContext, Handlers } from "../call-context.ts";
import { createLimiter, type CountedIn, type Limiter } from "./limiter.ts";
import { networksOf } from "./networks.ts";
import type { Allowance } from "./token-buckets.ts";

type Limit = {
  /** Calls of one group share their buckets. */
  group: string;
  /** By the caller's address; the networks around it share a multiple of it. */
  address?: Allowance;
  /** By the account of the call: the e-mail in its input, else the session's user. */
  account?: Allowance;
  /** Count only refused calls: this limits guessing and not correct calls. */
  failuresOnly?: boolean;
  /** Count only calls with this input. */
  when?: (input: object) => boolean;
};

const minute = 60;
/** For calls that take a password: many users may share one address, but each needs few guesses. */
const guesses = {
  address: { burst: 30, everyS: 10 },
  account: { burst: 10, everyS: 30 },
  failuresOnly: true,
};
/** Each call hashes a password, right or wrong: allow all members of a household at once, then one a second. */
const hashing: Limit = { group: "hashing", address: { burst: 60, everyS: 1 } };
/** A coupon is a word or two, which can be guessed. */
const coupon: Limit = {
  group: "coupon",
  address: { burst: 20, everyS: 30 },
  account: { burst: 10, everyS: minute },
  failuresOnly: true,
};
/** For texts that admins have to read. */
const writing = { address: { burst: 60, everyS: 10 }, account: { burst: 20, everyS: minute } };

/**
 * How often each call may be made. Progress, lists and pages are not limited: they cost little and affect no other
 * user. Sign-in and sign-up share a group, because a sign-up with a known e-mail also tries its password.
 */
const limits: Partial<Record<CallName, Limit[]>> = {
  "identity/sign-in": [{ group: "password", ...guesses }, hashing],
  // Each sends a mail.
  "identity/sign-up-code": [
    {
      group: "sign-up code",
      address: { burst: 60, everyS: minute },
      account: { burst: 4, everyS: 10 * minute },
    },
  ],
  "address/send": [
    { group: "address", address: { burst: 60, everyS: minute }, account: { burst: 4, everyS: 10 * minute } },
  ],
  "address/confirm": [{ group: "address code", ...guesses }],
  "address/change": [{ group: "address code", ...guesses }],
  "identity/link": [
    {
      group: "sign-in link",
      address: { burst: 20, everyS: minute },
      account: { burst: 4, everyS: 10 * minute },
    },
  ],
  "identity/link-enter": [{ group: "sign-in link used", address: guesses.address, failuresOnly: true }],
  // Without codes the answer reveals whether an account exists, so calls must be slow.
  "identity/sign-up": [
    { group: "password", ...guesses },
    { group: "sign-up refused", address: { burst: 20, everyS: 2 * minute }, failuresOnly: true },
    hashing,
    { group: "sign-up", address: { burst: 40, everyS: minute } },
  ],
  // Many users of one phone network may arrive at once; over a day, an address makes at most 20,000 rows of guests.
  "identity/anonymous": [{ group: "guest", address: { burst: 600, everyS: 5 } }],
  "login/uid": [{ group: "proof", address: { burst: 60, everyS: 5 }, failuresOnly: true }],
  // Those of one account are counted with its factor: check-factor.ts.
  "login/factor": [{ group: "factor", address: guesses.address, failuresOnly: true }],
  // Each asks the provider.
  "oidc/begin": [{ group: "oidc", address: { burst: 60, everyS: 5 } }],
  "identity/oidc": [{ group: "oidc back", address: { burst: 60, everyS: 5 } }],
  "oidc/link": [{ group: "oidc back", address: { burst: 60, everyS: 5 } }],
  // Each leaves a challenge for five minutes.
  "passkey/begin": [{ group: "passkey challenge", address: { burst: 60, everyS: 5 } }],
  "passkey/begin-add": [{ group: "passkey added", account: { burst: 20, everyS: 30 } }],
  "passkey/add": [{ group: "passkey added", account: { burst: 20, everyS: 30 } }],
  "login/passkey": [{ group: "factor", address: guesses.address, failuresOnly: true }],
  "factor/turn-on": [{ group: "factor", ...guesses }],
  "session/confirm": [
    { group: "password", ...guesses },
    { ...hashing, when: (input) => "password" in input },
  ],
  // Wrong PINs of one account are counted with its profiles: domain/accounts/profiles/pins.ts.
  "profiles/open": [
    { group: "password", ...guesses, when: (input) => "password" in input || "proof" in input },
    { group: "pin", address: guesses.address, failuresOnly: true, when: (input) => "pin" in input },
    { ...hashing, when: (input) => "password" in input || "pin" in input },
  ],
  "profiles/pin": [hashing],
  "profiles/create": [{ group: "profile", ...writing }],
  "profiles/save": [{ group: "profile", ...writing }],
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
  // One call for each visit.
  stat: [{ group: "stat", address: { burst: 120, everyS: 2 }, account: { burst: 20, everyS: 30 } }],
  // A few calls for each movie, from all users behind one address.
  "playback/quality": [{ group: "quality", address: { burst: 600, everyS: 1 } }],
  // Three a minute for each player, and those that begin.
  "stream/renew": [
    { group: "stream", address: { burst: 600, everyS: 1 }, account: { burst: 120, everyS: 1 } },
  ],
  // A thumb for each movie of a long list, and its change of mind.
  "vote/save": [{ group: "vote", address: { burst: 600, everyS: 1 }, account: { burst: 120, everyS: 2 } }],
  "profile/export": [{ group: "export", account: { burst: 120, everyS: 5 } }],
  // Each reads the whole folder of a movie.
  "download/offer": [{ group: "download", account: { burst: 60, everyS: 5 } }],
  "download/licence": [{ group: "download", account: { burst: 60, everyS: 5 } }],
  "download/renew": [{ group: "download renewal", account: { burst: 30, everyS: 10 } }],
  // Each sends a mail and starts a program.
  "z/settings/test": [{ group: "test", account: { burst: 20, everyS: 10 } }],
  "z/key/create": [{ group: "key", account: { burst: 60, everyS: 10 } }],
  // Each has a message sent to another server.
  "z/webhook/test": [{ group: "webhook", account: { burst: 60, everyS: 5 } }],
  "z/webhook/redeliver": [{ group: "webhook", account: { burst: 60, everyS: 5 } }],
  "z/user/bulk": [{ group: "bulk", account: { burst: 60, everyS: 5 } }],
  // Exports come in parts of a thousand: enough for a million accounts once, but not repeatedly.
  "z/user/export": [{ group: "users as CSV", account: { burst: 1_500, everyS: 1 } }],
  "z/setup/state": [{ group: "setup", address: { burst: 60, everyS: 10 } }],
  "z/setup/claim": [{ group: "setup", address: { burst: 60, everyS: 10 } }],
  // A hundred bits cannot be guessed; the limit keeps attempts from slowing other users.
  "voucher/redeem": [
    {
      group: "voucher",
      address: { burst: 20, everyS: 30 },
      account: { burst: 10, everyS: minute },
      failuresOnly: true,
    },
  ],
  "coupon/read": [coupon],
  "order/coupon": [coupon],
  "order/create": [
    { ...coupon, when: (input) => "coupon" in input },
    { group: "order", address: { burst: 60, everyS: 10 }, account: { burst: 20, everyS: minute } },
  ],
  // Each calls a third party.
  "order/pay": [{ group: "payment", account: { burst: 20, everyS: 10 } }],
  "order/cancel": [{ group: "payment", account: { burst: 20, everyS: 10 } }],
  "order/check": [{ group: "payment state", account: { burst: 60, everyS: 2 } }],
  "subscription/cancel": [{ group: "payment", account: { burst: 20, everyS: 10 } }],
  "subscription/resume": [{ group: "payment", account: { burst: 20, everyS: 10 } }],
  "z/order/export": [{ group: "orders as CSV", account: { burst: 1_500, everyS: 1 } }],
  // Each asks TMDB, which takes some forty requests a second from all of us; a comparison may be twenty.
  "z/tmdb/search": [{ group: "tmdb", account: { burst: 60, everyS: 2 } }],
  "z/tmdb/compare": [{ group: "tmdb", account: { burst: 60, everyS: 2 } }],
  "z/tmdb/fill": [{ group: "tmdb", account: { burst: 60, everyS: 2 } }],
  "feedback/create": [{ group: "feedback", ...writing }],
  // A browser subscribes once, and again when its keys change; a stray one could fill the table of others.
  "push/subscribe": [{ group: "push", account: { burst: 20, everyS: minute } }],
  "notice/choose": [{ group: "choices", account: { burst: 60, everyS: 5 } }],
  "notice/mail-link": [{ group: "mail link", address: { burst: 60, everyS: 2 } }],
  "notice/unsubscribe": [{ group: "mail link", address: { burst: 60, everyS: 2 } }],
  // Each lets a file into the bucket, where it stays for two days if it is never used. Beyond this, files go through the
  // server, which counts their bytes.
  "oss/form": [
    {
      group: "direct upload",
      when: (input) => "key" in input,
      address: { burst: 40, everyS: 30 * minute },
    },
  ],
  // Each may leave a film's parts in the bucket for a week.
  "z/upload/begin": [{ group: "film upload", account: { burst: 40, everyS: 30 * minute } }],
};

/**
 * The same handlers, each behind its limits. A call over a limit is refused with `too_many_requests` and the time to
 * wait; it uses up nothing in its other limits.
 */
export function limitCalls(handlers: Handlers, limiter: Limiter = createLimiter()): Handlers {
  // TypeScript cannot follow one name through two records, see create-api.ts.
  const limited = { ...handlers } as Record<
    string,
    (input: object, context: CallContext) => Promise<unknown>
  >;
  for (const [name, rules] of Object.entries(limits)) {
    const perform = limited[name]!;
    limited[name] = async (input, context) => {
      const wanted = rules.flatMap((rule) => bucketsOf(rule, input, context));
      const { waitS, refund } = await limiter.take(wanted, context.now);
      if (waitS > 0) throw new Failure("too_many_requests", [], waitS);
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

/** Whether the caller was refused. An internal error or an unchecked call is not a guess. */
function isRefusal(error: unknown): boolean {
  return error instanceof Failure && error.code !== "unavailable";
}

function bucketsOf(
  { group, address, account, failuresOnly = false, when }: Limit,
  input: object,
  context: CallContext,
): CountedIn[] {
  if (when?.(input) === false) return [];
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

/** A digest, so that the process memory holds no list of e-mail addresses and a long address costs no more. */
function accountOf(input: object, { session }: CallContext): string | null {
  const email = (input as { email?: unknown }).email;
  const whose = typeof email === "string" ? email.normalize("NFKC").toLowerCase() : session?.user.uid;
  return whose === undefined ? null : createHash("sha256").update(whose).digest("base64url").slice(0, 22);
}
