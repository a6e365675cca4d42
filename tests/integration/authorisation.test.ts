import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls, type CallName } from "../../contract/index.ts";
import { permissions } from "../../contract/accounts/permissions.ts";
import { startTestBackend, type TestBackend } from "../setup/backend.ts";
import { addMovie } from "../setup/catalogue.ts";
import { payloads } from "../setup/payloads.ts";

/** Everybody there is, by what they may do; `visitor` has no session. */
const people = ["visitor", "guest", "member", "vip", "viewer", "editor", "owner"] as const;
type Person = (typeof people)[number];

/** What a caller meets: let in (whatever the call then says of the payload), or turned away. */
type Outcome = "in" | 401 | 403;
type Row = readonly [Outcome, Outcome, Outcome, Outcome, Outcome, Outcome, Outcome];

const anyone: Row = ["in", "in", "in", "in", "in", "in", "in"];
const signedIn: Row = [401, "in", "in", "in", "in", "in", "in"];
const members: Row = [401, 403, "in", "in", "in", "in", "in"];
const viewers: Row = [401, 403, 403, 403, "in", "in", "in"];
const editors: Row = [401, 403, 403, 403, 403, "in", "in"];
const owners: Row = [401, 403, 403, 403, 403, 403, "in"];
/** The proof within the payload decides, and the one sent here proves nothing. */
const refused: Row = [401, 401, 401, 401, 401, 401, 401];

/** Who may make which call. A call that is not here fails the test, and does not compile. */
const table: Record<CallName, Row> = {
  config: anyone,
  "brand/read": anyone,
  "login/uid": refused,
  "login/token": refused,
  "session/end": signedIn,
  "identity/anonymous": anyone,
  "identity/sign-in": anyone,
  "identity/link": anyone,
  "identity/link-enter": anyone,
  "identity/sign-up-code": anyone,
  "identity/sign-up": anyone,
  stat: anyone,
  // Without a purpose it is for whatever is stored, which who may change the catalogue does.
  "oss/form": editors,
  "z/upload/begin": editors,
  "z/upload/parts": editors,
  "z/upload/sign": editors,
  "z/upload/complete": editors,
  "z/upload/cancel": editors,
  "home/rows": anyone,
  "movie/list": anyone,
  "movie/search": anyone,
  "movie/suggest": anyone,
  "movie/trending": anyone,
  "movie/detail": anyone,
  "movie/short": anyone,
  "person/detail": anyone,
  "collection/list": anyone,
  "collection/detail": anyone,
  "search/filters": anyone,
  "feed/movies": anyone,
  "feed/episodes": anyone,
  "sitemap/parts": anyone,
  "sitemap/movies": anyone,
  "sitemap/people": anyone,
  "playback/start": anyone,
  "playback/cast": anyone,
  "download/offer": [401, 403, 403, "in", "in", "in", "in"],
  "download/licence": [401, 403, 403, "in", "in", "in", "in"],
  "download/renew": signedIn,
  "download/release": signedIn,
  "playback/quality": anyone,
  "progress/save": signedIn,
  "stream/renew": signedIn,
  "stream/end": signedIn,
  "stream/list": signedIn,
  "stream/stop": signedIn,
  "progress/list": signedIn,
  "progress/of": signedIn,
  "progress/remove": signedIn,
  "progress/restore": signedIn,
  "progress/clear": signedIn,
  "profile/recording": signedIn,
  "profile/recommending": signedIn,
  "recommendation/list": signedIn,
  "notice/list": signedIn,
  "notice/seen": signedIn,
  "notice/remove": signedIn,
  "notice/choices": signedIn,
  "notice/choose": signedIn,
  "notice/turn-off": signedIn,
  "push/subscribe": signedIn,
  "push/unsubscribe": signedIn,
  "push/offer": signedIn,
  "push/decline": signedIn,
  "notice/mail-link": anyone,
  "notice/unsubscribe": anyone,
  "favourite/add": signedIn,
  "favourite/remove": signedIn,
  "favourite/restore": signedIn,
  "favourite/list": signedIn,
  "favourite/has": signedIn,
  "follow/add": signedIn,
  "follow/remove": signedIn,
  "follow/list": signedIn,
  "follow/has": signedIn,
  "vote/save": signedIn,
  "vote/of": signedIn,
  "feedback/create": signedIn,
  "feedback/list": signedIn,
  "feedback/detail": signedIn,
  "password/forgot": anyone,
  "password/reset": anyone,
  "address/state": signedIn,
  "address/send": signedIn,
  "address/confirm": signedIn,
  "address/change": signedIn,
  "password/change": members,
  "profile/save": members,
  "profile/avatar": members,
  "profile/data-saver": signedIn,
  "profile/export": signedIn,
  "profiles/list": signedIn,
  "profiles/open": signedIn,
  "profiles/create": members,
  "profiles/save": members,
  "profiles/pin": members,
  "profiles/delete": members,
  "device/list": signedIn,
  "device/end": signedIn,
  "device/end-others": signedIn,
  "account/delete": signedIn,
  // The ticket within the payload decides.
  "login/factor": anyone,
  "session/confirm": signedIn,
  "oidc/begin": anyone,
  "identity/oidc": anyone,
  "oidc/link": signedIn,
  "oidc/list": signedIn,
  "oidc/unlink": signedIn,
  // Without a session it is for a sign-in.
  "passkey/begin": anyone,
  "login/passkey": anyone,
  "passkey/begin-add": members,
  "passkey/add": members,
  "passkey/rename": signedIn,
  "passkey/remove": signedIn,
  "factor/state": signedIn,
  "factor/begin": members,
  "factor/turn-on": members,
  "factor/renew-codes": signedIn,
  "factor/turn-off": signedIn,
  "text/detail": anyone,
  "plan/list": anyone,
  "membership/read": signedIn,
  "membership/trial": members,
  "order/create": signedIn,
  "order/pay": signedIn,
  "order/read": signedIn,
  "order/check": signedIn,
  "order/list": signedIn,
  "order/cancel": signedIn,
  "gift/read": signedIn,
  "coupon/read": anyone,
  "order/coupon": signedIn,
  "voucher/redeem": signedIn,
  "subscription/cancel": signedIn,
  "subscription/resume": signedIn,
  "sandbox/settle": signedIn,
  "z/plan/list": viewers,
  "z/plan/create": editors,
  "z/plan/save": editors,
  "z/plan/delete": editors,
  "z/coupon/list": viewers,
  "z/coupon/create": editors,
  "z/coupon/end": editors,
  "z/code/list": viewers,
  "z/code/create": editors,
  "z/code/export": editors,
  "z/code/revoke": editors,
  "z/code/read": editors,
  "z/code/revoke-one": editors,
  "z/order/list": viewers,
  "z/order/read": viewers,
  "z/order/check": editors,
  "z/order/refund": editors,
  "z/order/export": owners,
  "z/order/revenue": viewers,
  "z/audit/list": editors,
  "z/setup/state": anyone,
  "z/setup/claim": members,
  "z/user/list": viewers,
  "z/user/detail": viewers,
  "z/user/save": editors,
  "z/user/vip": editors,
  "z/user/device-end": editors,
  "z/user/ban": editors,
  "z/user/unban": editors,
  "z/user/bulk": editors,
  "z/user/undo": editors,
  "z/user/undoable": editors,
  "z/user/export": owners,
  "z/key/list": owners,
  "z/key/create": owners,
  "z/key/revoke": owners,
  "z/webhook/list": owners,
  "z/webhook/create": owners,
  "z/webhook/save": owners,
  "z/webhook/rotate": owners,
  "z/webhook/delete": owners,
  "z/webhook/test": owners,
  "z/webhook/deliveries": owners,
  "z/webhook/delivery": owners,
  "z/webhook/redeliver": owners,
  "z/overview": viewers,
  "z/analysis/days": viewers,
  "z/analysis/split": viewers,
  "z/analysis/titles": viewers,
  "z/analysis/retention": viewers,
  "z/analysis/export": viewers,
  "z/text/list": viewers,
  "z/text/detail": viewers,
  "z/text/save": editors,
  "z/text/restore": editors,
  "z/feedback/list": viewers,
  "z/feedback/detail": viewers,
  "z/feedback/reply": editors,
  "z/feedback/close": editors,
  "z/feedback/delete": editors,
  "z/movie/list": viewers,
  "z/movie/detail": viewers,
  "z/movie/create": editors,
  "z/movie/save": editors,
  "z/movie/delete": editors,
  "z/movie/bulk": editors,
  "z/movie/undo": editors,
  "z/movie/undoable": editors,
  "z/movie/artwork": editors,
  "z/movie/trailer": editors,
  "z/movie/export": viewers,
  "z/import/list": viewers,
  "z/import/detail": viewers,
  "z/import/begin": editors,
  "z/import/check": editors,
  "z/import/start": editors,
  "z/import/cancel": editors,
  "z/import/undo": editors,
  "z/import/result": viewers,
  "z/job/list": viewers,
  "z/magnet/list": viewers,
  "z/magnet/read": viewers,
  "z/magnet/add": editors,
  "z/magnet/choose": editors,
  "z/magnet/change": editors,
  "z/episode/create": editors,
  "z/episode/save": editors,
  "z/episode/still": editors,
  "z/episode/order": editors,
  "z/episode/delete": editors,
  "z/season/save": editors,
  "z/season/delete": editors,
  "z/sound/list": viewers,
  "z/sound/save": editors,
  "z/subtitle/save": editors,
  "z/subtitle/delete": editors,
  "z/subtitle/list": viewers,
  "z/subtitle/file": viewers,
  "z/subtitle/add": editors,
  "z/subtitle/shift": editors,
  "z/subtitle/retry": editors,
  "z/subtitle/dismiss": editors,
  "z/captions/start": editors,
  "z/captions/retry": editors,
  "z/captions/cancel": editors,
  "z/cue/list": viewers,
  "z/cue/save": editors,
  "z/cue/add": editors,
  "z/subtitle/check": editors,
  "z/encoding/list": viewers,
  "z/encoding/detail": viewers,
  "z/encoding/start": editors,
  "z/encoding/pause": editors,
  "z/encoding/resume": editors,
  "z/encoding/retry": editors,
  "z/encoding/cancel": editors,
  "z/encoding/priority": editors,
  "z/tmdb/search": editors,
  "z/tmdb/compare": editors,
  "z/tmdb/fill": editors,
  "z/genre/list": viewers,
  "z/genre/save": editors,
  "z/genre/delete": editors,
  "z/collection/list": viewers,
  "z/collection/detail": viewers,
  "z/collection/save": editors,
  "z/collection/movies": editors,
  "z/collection/delete": editors,
  "z/row/list": viewers,
  "z/row/save": editors,
  "z/settings/read": editors,
  "z/settings/save": owners,
  "z/settings/history": editors,
  "z/settings/export": editors,
  "z/settings/import": owners,
  "z/settings/test": owners,
  "z/brand/picture": owners,
};

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
  await addMovie(backend.db, { id: "a-film" });
  // Never the last owner: nothing here is refused for that.
  await backend.person({ admin: 3 });
});
afterAll(() => backend.close());

/** A new user: some calls delete their caller. */
async function tokenOf(person: Person): Promise<string | undefined> {
  const levels: Partial<Record<Person, number>> = { viewer: 1, editor: 2, owner: 3 };
  if (person === "visitor") return undefined;
  const vipUntil = person === "vip" ? new Date(Date.now() + 86_400_000) : null;
  const anonymous = person === "guest";
  const email = anonymous ? null : `${crypto.randomUUID()}@example.test`;
  return (await backend.person({ anonymous, email, vipUntil, admin: levels[person] ?? 0 })).token;
}

function send(name: CallName, token: string | undefined, address: string) {
  const payload = payloads[name];
  if (calls[name].method === "POST") return backend.post(name, payload, { token, address });
  const query = new URLSearchParams(payload as Record<string, string>);
  return backend.get(name, `?${query}`, { token, address });
}

const names = Object.keys(calls) as CallName[];

test("every call of the contract is in the table, and nothing else", () => {
  expect(Object.keys(table).sort()).toEqual([...names].sort());
});

describe.each(names)("%s", (name) => {
  test.each(people.map((person, place) => [person, table[name][place]!] as const))(
    "%s: %s",
    async (person, expected) => {
      // An address for each, so that none meets a limit that others have used up.
      const address = `198.51.100.${people.indexOf(person) + 1}`;
      const { status } = await send(name, await tokenOf(person), address);
      expect(status).toBeLessThan(500);
      expect(status === 401 || status === 403 ? status : "in").toBe(expected);
    },
  );
});

test("an admin's call says what it takes, and the table of permissions is who is let in", () => {
  const rows = { viewer: viewers, editor: editors, owner: owners };
  for (const name of names) {
    const { access, permission } = calls[name];
    expect(name.startsWith("z/") && !name.startsWith("z/setup/"), name).toBe(access === "admin");
    if (permission) expect(table[name], name).toEqual(rows[permissions[permission]]);
  }
});

test("the document of the API says which permission a call takes", async () => {
  const response = await backend.fetch("/api/openapi.json");
  const { paths } = (await response.json()) as {
    paths: Record<string, Record<string, Record<string, unknown>>>;
  };
  for (const name of names) {
    const operation = paths[`/api/${name}`]![calls[name].method.toLowerCase()]!;
    expect(operation["x-permission"], name).toBe(calls[name].permission);
  }
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));
