import { chmod, cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../api/db/client.ts";
import { run } from "../../scripts/run.ts";
import { migratedFolder } from "../setup/migrated-folder.ts";
import { freePort, runServer } from "../setup/server-process.ts";

/** A process with files and mounts of its own. */
const asideWith = (script: string, ...args: string[]) => [
  ...["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", `${script} && exec "$@"`, "sh"],
  ...args,
];

let dataDir: string;
beforeEach(async () => {
  dataDir = await migratedFolder("refused");
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

async function expectRefused(
  env: Record<string, string>,
  line: RegExp,
  within: string[] = [],
): Promise<void> {
  const { code, output } = await runServer({ DATA_DIR: dataDir, LOG_LEVEL: "warn", ...env }, within);
  expect(output).toMatch(line);
  expect(output.trim().split("\n")).toHaveLength(1);
  expect(code).toBe(1);
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test("a port in use", async () => {
  const port = await listening(createServer());
  await expectRefused({ PORT: String(port) }, new RegExp(`^matinee: PORT: ${port} of 127.0.0.1 is in use`));
});

test.each([
  ["192.0.2.1", /^matinee: HOST: 192\.0\.2\.1 is not an address of this machine\n$/],
  ["no-such-host.invalid", /^matinee: HOST: no-such-host\.invalid is not the name of a machine\n$/],
])("a host that is not here: %s", async (HOST, line) => {
  await expectRefused({ HOST }, line);
});

test("a port that takes a privilege", async () => {
  const aside = [
    "unshare",
    "--user",
    "--map-root-user",
    "--net",
    "setpriv",
    "--bounding-set=-net_bind_service",
  ];
  const line = /^matinee: PORT: this user may not listen on 80\n$/;
  await expectRefused({ PORT: "80", HOST: "0.0.0.0" }, line, aside);
});

test("a DATA_DIR that is a file, or lies in one", async () => {
  const file = join(dataDir, "file");
  await writeFile(file, "");
  await expectRefused({ DATA_DIR: file }, /^matinee: DATA_DIR \S+: it is not a folder\n$/);
  await expectRefused({ DATA_DIR: join(file, "data") }, /^matinee: DATA_DIR \S+: it is not a folder\n$/);
});

test("a disk that is full after the folder is locked", async () => {
  const folder = await mkdtemp(join(tmpdir(), "matinee-small-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const within = asideWith('mount -t tmpfs -o size=20m none "$1" && shift', folder);
  await expectRefused({ DATA_DIR: folder }, /^matinee: DATA_DIR \S+: the disk is full\n$/, within);
});

test("an embedded database that does not open", async () => {
  await writeFile(join(dataDir, "pg/PG_VERSION"), "99\n");
  await expectRefused({}, /^matinee: DATA_DIR \S+: the database in pg\/ does not open \(.+\)/);
});

test("a database of a newer version", async () => {
  const database = await openDatabase({ dataDir });
  await database.db.execute(
    "insert into drizzle.__drizzle_migrations (hash, created_at) values ('next', 9999999999999)",
  );
  await database.close();
  await expectRefused({}, /^matinee: DATA_DIR \S+: the database is of a newer version of Matinee\./);
});

/** As PostgreSQL answers the first message of a connection: FATAL, with a code and a text. */
function refusing(code: string, message: string): Server {
  const fields = `SFATAL\0VFATAL\0C${code}\0M${message}\0\0`;
  const answer = Buffer.alloc(5 + fields.length, fields, "latin1");
  answer.write("E", 0, "latin1");
  answer.writeInt32BE(4 + fields.length, 1);
  answer.write(fields, 5, "latin1");
  return createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.end(answer));
  });
}

test.each([
  ["28P01", 'password authentication failed for user "me"'],
  ["3D000", 'database "none" does not exist'],
  ["53300", "sorry, too many clients already"],
])("a PostgreSQL that refuses: %s", async (code, message) => {
  const port = await listening(refusing(code, message));
  const DATABASE_URL = `postgres://me:hunter2@127.0.0.1:${port}/none`;
  await expectRefused({ DATABASE_URL }, new RegExp(`^matinee: DATABASE_URL: ${message}\n$`));
});

test("a key every user can read, that can't be read, or that is none", async () => {
  const secret = join(dataDir, "secret");
  await writeFile(secret, `${"k".repeat(64)}\n`, { mode: 0o644 });
  await expectRefused({}, /^matinee: DATA_DIR: \S+\/secret is open to every user of this machine: chmod 600/);
  await chmod(secret, 0o600);
  await writeFile(secret, "");
  await expectRefused({}, /^matinee: DATA_DIR: \S+\/secret does not hold a key/);
  await rm(secret);
  await mkdir(secret, { mode: 0o700 });
  await expectRefused({}, /^matinee: DATA_DIR: \S+\/secret: it is a folder\n$/);
});

test("a build that is missing, which leaves a new database whole", async () => {
  const folder = join(dataDir, "new");
  const tree = await mkdtemp(join(tmpdir(), "matinee-tree-"));
  onTestFinished(() => rm(tree, { recursive: true }));
  for (const name of ["api", "app", "contract", "demo", "locales", "server", "server.ts", "package.json"])
    await cp(name, join(tree, name), { recursive: true });
  await symlink(resolve("node_modules"), join(tree, "node_modules"));
  const { code, output } = await run(resolve("node_modules/.bin/node"), ["server.ts"], {
    ...{ cwd: tree, quiet: true },
    env: { DATA_DIR: folder, PORT: String(await freePort()), HOST: "127.0.0.1", NODE_ENV: "production" },
  });
  expect(output).toMatch(/^matinee: There is no build in \S+: npm run build makes it\n$/);
  expect(code).toBe(1);
  const database = await openDatabase({ dataDir: folder });
  await database.close();
});

test.each(["scripts/sweep.ts", "scripts/admin.ts"])(
  "%s says as plainly why it can't work",
  async (script) => {
    const file = join(dataDir, "file");
    await writeFile(file, "");
    const { code, output } = await run(
      process.execPath,
      [script, "--email", "ada@example.test"].slice(0, script.includes("admin") ? 3 : 1),
      {
        ...{ quiet: true, env: { DATA_DIR: file } },
      },
    );
    expect(output).toMatch(/^(matinee: )?DATA_DIR \S+: it is not a folder\n$/);
    expect(code).toBe(1);
  },
);
