import { describe, expect, test } from "vitest";
import { parseEnv } from "./env.ts";
import { refusal } from "../tests/setup/env-refusal.ts";

const web = {
  apiKey: "AIza-key",
  authDomain: "matinee.firebaseapp.com",
  projectId: "matinee",
  appId: "1:2:web:3",
  storageBucket: "matinee.appspot.com",
};
const config = (change: object = {}) => JSON.stringify({ ...web, ...change });
describe("FIREBASE_CONFIG", () => {
  test("is the console's JSON, reduced to what is used; absent or empty, accounts are local", () => {
    expect(parseEnv({ FIREBASE_CONFIG: config() }).firebase).toEqual({
      apiKey: "AIza-key",
      authDomain: "matinee.firebaseapp.com",
      projectId: "matinee",
      appId: "1:2:web:3",
      emulator: null,
    });
    expect(parseEnv({}).firebase).toBeNull();
    expect(parseEnv({ FIREBASE_CONFIG: "" }).firebase).toBeNull();
  });

  test.each([
    ["{", "FIREBASE_CONFIG: must be the web configuration as JSON"],
    ["[]", "FIREBASE_CONFIG: needs an object as a text"],
    ["{}", "FIREBASE_CONFIG: needs apiKey as a text"],
    [config({ apiKey: "" }), "FIREBASE_CONFIG: needs an apiKey"],
    [config({ authDomain: "https://a.test/" }), "FIREBASE_CONFIG: needs an authDomain, a host name"],
    [config({ authDomain: "a.test; script-src *" }), "FIREBASE_CONFIG: needs an authDomain, a host name"],
    [config({ projectId: 7 }), "FIREBASE_CONFIG: needs projectId as a text"],
    [config({ measurementId: "UA-1" }), "FIREBASE_CONFIG: has a measurementId that does not begin with G-"],
    [config({ measurementId: "G-1", appId: undefined }), "FIREBASE_CONFIG: needs an appId to measure"],
  ])("%s is one line", (value, line) => {
    expect(refusal({ FIREBASE_CONFIG: value })).toBe(line);
  });

  test("does not go with the demo, whose accounts are our own", () => {
    expect(refusal({ FIREBASE_CONFIG: config(), DEMO: "1" })).toMatch(/^FIREBASE_CONFIG: .*DEMO/);
  });
});

describe("STORAGE_URL", () => {
  const bucket = "s3://films?region=eu-central-1";

  test("is read with the keys beside it, which stand nowhere else", () => {
    const env = parseEnv({ STORAGE_URL: bucket, AWS_ACCESS_KEY_ID: "id", AWS_SECRET_ACCESS_KEY: "hush" });
    expect(env.storage).toMatchObject({
      kind: "bucket",
      bucket: { credentials: { secretAccessKey: "hush" } },
    });
    expect(JSON.stringify({ ...env, storage: null })).not.toContain("hush");
    expect(parseEnv({}).storage).toBeNull();
  });

  test("the sandbox's bank is there with the demo, and for tests on this machine alone", () => {
    expect(parseEnv({}).payment.sandbox).toBe(false);
    expect(parseEnv({ DEMO: "1" }).payment.sandbox).toBe(true);
    const here = { PAYMENT_SANDBOX: "1", PUBLIC_URL: "http://127.0.0.1:3000" };
    expect(parseEnv(here).payment.sandbox).toBe(true);
    expect(refusal({ PAYMENT_SANDBOX: "1" })).toMatch(/^PAYMENT_SANDBOX: /);
    expect(refusal({ ...here, PUBLIC_URL: "https://matinee.example" })).toMatch(/^PAYMENT_SANDBOX: /);
  });

  test("Stripe's keys stand together, where people can come back to, and nowhere else", () => {
    const keys = { STRIPE_SECRET_KEY: "sk_live_hush", STRIPE_WEBHOOK_SECRET: "whsec_hush" };
    const PUBLIC_URL = "https://matinee.example/";
    const env = parseEnv({ ...keys, PUBLIC_URL });
    expect(env.payment).toEqual({
      stripe: { secretKey: "sk_live_hush", webhookSecret: "whsec_hush" },
      sandbox: false,
      linkBase: "https://matinee.example",
    });
    expect(JSON.stringify({ ...env, payment: null })).not.toContain("hush");
    expect(refusal(keys)).toMatch(/^PUBLIC_URL: /);
    expect(refusal({ ...keys, PUBLIC_URL, STRIPE_WEBHOOK_SECRET: "" })).toMatch(/^STRIPE_WEBHOOK_SECRET: /);
    expect(refusal({ ...keys, PUBLIC_URL, STRIPE_SECRET_KEY: "" })).toMatch(/^STRIPE_WEBHOOK_SECRET: /);
    expect(refusal({ ...keys, PUBLIC_URL, STRIPE_SECRET_KEY: "pk_live_hush" })).toMatch(
      /^STRIPE_SECRET_KEY: /,
    );
    expect(refusal({ ...keys, DEMO: "1" })).toMatch(/^STRIPE_SECRET_KEY: /);
    expect(refusal({ ...keys, PUBLIC_URL, STRIPE_SECRET_KEY: "pk_live_hush" })).not.toContain("hush");
  });

  test.each([
    [{ STORAGE_URL: "s3://" }, "STORAGE_URL: must name a bucket"],
    [{ STORAGE_URL: bucket, AWS_ACCESS_KEY_ID: "id" }, "STORAGE_URL: needs both AWS_ACCESS_KEY_ID"],
    [{ STORAGE_URL: "file:///srv/films", DEMO: "1" }, "STORAGE_URL: can't be used with DEMO"],
  ])("%o is refused in one line", (source, line) => {
    expect(refusal(source as unknown as Record<string, string>)).toContain(line);
  });
});

describe("FIREBASE_AUTH_EMULATOR_HOST", () => {
  const local = { FIREBASE_CONFIG: config({ projectId: "demo-matinee" }), NODE_ENV: "test" };
  const name = "FIREBASE_AUTH_EMULATOR_HOST";

  test.each(["127.0.0.1:9099", "localhost:9099", "[::1]:9099"])(
    "%s stands in for Google in a test",
    (host) => {
      expect(parseEnv({ ...local, [name]: host }).firebase?.emulator).toBe(host);
    },
  );

  test.each([
    ["in production, which is the default", { ...local, NODE_ENV: "production" }, "127.0.0.1:9099"],
    ["where NODE_ENV is not set", { FIREBASE_CONFIG: local.FIREBASE_CONFIG }, "127.0.0.1:9099"],
    ["on another machine", local, "10.0.0.5:9099"],
    ["under a name that may be another machine's", local, "127.0.0.1.evil.test:9099"],
    ["with a user in front of the host", local, "evil.test@127.0.0.1:9099"],
    ["without a port", local, "127.0.0.1"],
    ["with a path", local, "127.0.0.1:9099/x"],
    ["for a real project", { ...local, FIREBASE_CONFIG: config() }, "127.0.0.1:9099"],
    ["without Firebase", { NODE_ENV: "test" }, "127.0.0.1:9099"],
  ])("is refused %s", (_when, source, host) => {
    expect(refusal({ ...source, [name]: host } as Record<string, string>)).toMatch(`${name}: `);
  });
});

describe("mail", () => {
  const smtp = {
    SMTP_URL: "smtps://user:secret@mail.matinee.example:465",
    MAIL_FROM: "Matinee <mail@matinee.example>",
    PUBLIC_URL: "https://matinee.example/somewhere",
  };

  test("goes out by SMTP, with links to the public address", () => {
    expect(parseEnv(smtp).mail).toEqual({
      linkBase: "https://matinee.example",
      smtp: { url: smtp.SMTP_URL, from: smtp.MAIL_FROM },
    });
  });

  test.each([
    [{ MAIL_FROM: "" }, "MAIL_FROM: must be set where SMTP_URL is"],
    [{ PUBLIC_URL: "" }, "PUBLIC_URL: must be set where SMTP_URL is, for the links in mails"],
    [{ SMTP_URL: "https://user:secret@mail.test" }, "SMTP_URL: must begin with smtp:// or smtps://"],
    [{ MAIL_FROM: "nobody" }, "MAIL_FROM: must be an address, or Name <address>"],
    [{ MAIL_FROM: "a@b.test\r\nBcc: c@d.test" }, "MAIL_FROM: must be an address, or Name <address>"],
  ])("%o is said in one line, without the password", (change, message) => {
    expect(refusal({ ...smtp, ...change })).toBe(message);
  });

  test("is shown in the terminal to who develops, tries out or sits there, and nowhere else", () => {
    const shown = { linkBase: "http://127.0.0.1:3000", smtp: null };
    expect(parseEnv({ DEMO: "1" }).mail).toEqual(shown);
    expect(parseEnv({ NODE_ENV: "development" }).mail).toEqual(shown);
    expect(parseEnv({}, { onTerminal: true }).mail).toEqual({ ...shown, linkBase: "http://localhost:3000" });
    expect(parseEnv({}).mail).toBeNull();
  });
});

describe("the database's address", () => {
  test.each([
    "postgres://matinee:a,b@127.0.0.1:5432/matinee",
    "postgresql://db.example.org/matinee?sslmode=verify-full",
    "postgres:///matinee?host=/run/postgresql",
  ])("may be %s", (address) => {
    expect(parseEnv({ DATABASE_URL: address }).DATABASE_URL).toBe(address);
  });

  test.each(["DATABASE_URL", "DATABASE_DIRECT_URL"])("of several hosts is refused in a line: %s", (name) => {
    const several = "postgres://matinee:secret@db-1:5432,db-2:5432/matinee";
    expect(refusal({ DATABASE_URL: "postgres://db/matinee", [name]: several })).toMatch(
      new RegExp(`${name}.* must name one host`),
    );
  });
});

describe("a program for captions", () => {
  const [program, model] = [process.execPath, import.meta.filename];

  test("is named with its model, by their paths", () => {
    expect(parseEnv({ CAPTIONS_COMMAND: program, CAPTIONS_MODEL: model }).captions).toEqual({
      command: program,
      model,
    });
    expect(parseEnv({ CAPTIONS_COMMAND: "", CAPTIONS_MODEL: "" }).captions).toBeNull();
  });

  test.each([
    [{ CAPTIONS_MODEL: model }, "CAPTIONS_COMMAND: must be set where CAPTIONS_MODEL is"],
    [{ CAPTIONS_COMMAND: program }, "CAPTIONS_MODEL: must be set where CAPTIONS_COMMAND is"],
    [
      { CAPTIONS_COMMAND: "whisper-cli", CAPTIONS_MODEL: model },
      "CAPTIONS_COMMAND: must be an absolute path",
    ],
    [
      { CAPTIONS_COMMAND: "/nowhere/whisper-cli", CAPTIONS_MODEL: model },
      "CAPTIONS_COMMAND: must be a file that this process may run",
    ],
    [
      { CAPTIONS_COMMAND: import.meta.dirname, CAPTIONS_MODEL: model },
      "CAPTIONS_COMMAND: must be a file that this process may run",
    ],
    [
      { CAPTIONS_COMMAND: program, CAPTIONS_MODEL: "/nowhere/model.bin" },
      "CAPTIONS_MODEL: must be a file that this process may read",
    ],
  ])("%o is refused in one line", (source, message) => expect(refusal(source)).toBe(message));
});
