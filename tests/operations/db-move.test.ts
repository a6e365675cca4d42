import { spawn } from "node:child_process";
import { once } from "node:events";
import { sql } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openDatabase } from "../../api/db/client.ts";
import { encodings } from "../../api/db/schema.ts";
import { rowsOf } from "../../api/db/rows-of.ts";
import { startTestPostgres, type TestPostgres } from "../../scripts/test-postgres.ts";
import { lockDirectory } from "../../api/db/directory-lock.ts";
import { programs } from "./setup/programs.ts";
import {
  answersOf,
  fillPlace,
  newPlace,
  removeFolders,
  runScript,
  withBackend,
  type Place,
} from "./setup/sample-service.ts";

describe.skipIf(!programs.postgres)("moving the embedded database to PostgreSQL", () => {
  let server: TestPostgres;
  let source: Place;
  let target: Required<Place>;
  let admin: postgres.Sql;
  let answers: unknown;
  const move = (to = target.DATABASE_URL) => runScript("db-move", { args: ["--to", to], env: source });
  const moved = () => ({ DATA_DIR: source.DATA_DIR, DATABASE_URL: target.DATABASE_URL });
  beforeAll(async () => {
    server = await startTestPostgres(programs.postgres!);
    source = await newPlace();
    await fillPlace(source);
    // Enough that a move can be interrupted.
    await withBackend(source, async ({ db, jobs }) => {
      await db.execute(sql`insert into search_word select 'word' || n from generate_series(1, 50000) as n`);
      await jobs.ready();
      await db.transaction(async (tx) => {
        const id = "11111111-1111-4111-8111-111111111111";
        const waiting = { state: "waiting", source: "a".repeat(64), jobId: id, priority: 3 } as const;
        await tx.insert(encodings).values({ id: "one", movieId: "harbour", episodeIndex: 3, ...waiting });
        await jobs.send(tx, "encode", { id, data: { encoding: "one" }, priority: 3 });
      });
    });
    answers = await answersOf(source);
  });
  beforeEach(async () => {
    target = (await newPlace(server.url)) as Required<Place>;
    admin = postgres(target.DATABASE_URL, { max: 1, onnotice: () => {} });
  });
  afterEach(() => admin.end());
  afterAll(async () => {
    await removeFolders();
    await server?.stop();
  });

  test("everything is there, the API answers the same, and both continue", async () => {
    const { code, output } = await move();
    expect(output).toMatch(/^movie: 4 rows, the same in both$/m);
    expect(output).toMatch(/^Moved 50\d+ rows\. Set DATABASE_URL and start; the files stay in \S+\.$/m);
    expect(code).toBe(0);
    expect(await answersOf(moved())).toEqual(answers);
    expect(await answersOf(source)).toEqual(answers);
    // What triggers and sequences do goes on.
    await admin`update movie_text set title = 'Renamed' where movie_id = 'harbour'`;
    expect(await admin`select search_title from movie where id = 'harbour'`).toEqual([
      { search_title: " renamed" },
    ]);
    expect(await admin`select nextval('membership_event_seq_seq')::int as n`).toEqual([{ n: 2 }]);
    const [waiting] = await admin<{ data: unknown }[]>`
      select name, state, data, priority from pgboss.job where id = '11111111-1111-4111-8111-111111111111'`;
    expect(waiting).toEqual({ name: "encode", state: "created", data: { encoding: "one" }, priority: 3 });
    expect(await move()).toEqual({
      code: 1,
      output: expect.stringMatching(
        /^matinee: The target has data \(table \w+\): name an empty database\.\n$/,
      ) as string,
    });
  });

  test("a move that is killed is repeated from the beginning", async () => {
    const child = spawn("node_modules/.bin/node", ["scripts/db-move.ts", "--to", target.DATABASE_URL], {
      env: { ...process.env, ...source },
      stdio: ["ignore", "pipe", "inherit"],
    });
    child.stdout.on("data", (text: Buffer) => {
      if (text.toString().includes("movie: ")) child.kill("SIGKILL");
    });
    expect(await once(child, "close")).toEqual([null, "SIGKILL"]);
    expect(await admin`select count(*)::int as n from movie`).toEqual([{ n: 0 }]);
    expect((await move()).code).toBe(0);
    expect(await answersOf(moved())).toEqual(answers);
  });

  test("a copy that differs is not committed", async () => {
    const database = await openDatabase({ url: target.DATABASE_URL });
    await database.close();
    await admin`alter table user_account alter column created_at type timestamptz(0)`;
    const { code, output } = await move();
    expect(output).toMatch(
      /^matinee: The copy of user_account differs \(1 rows, 1 in the target\): nothing was moved\.$/m,
    );
    expect(code).toBe(1);
    expect(await admin`select count(*)::int as n from user_account`).toEqual([{ n: 0 }]);
  });

  test("a target that is newer, or away, and a source that is in use or older, are refused in one line", async () => {
    const refused = async (line: RegExp, to?: string) => {
      const { code, output } = await move(to);
      expect(output).toMatch(line);
      expect(output.trim().split("\n")).toHaveLength(1);
      expect(code).toBe(1);
    };
    await refused(/^matinee: DATABASE_URL: connect ECONNREFUSED/, "postgres://matinee@127.0.0.1:9/none");
    const database = await openDatabase({ url: target.DATABASE_URL });
    await database.close();
    await admin`insert into drizzle.__drizzle_migrations (hash, created_at) values ('next', 9999999999999)`;
    await refused(/^matinee: DATABASE_URL: the database is of a newer version of Matinee\./);
    const release = await lockDirectory(source.DATA_DIR);
    await refused(/^matinee: The embedded database belongs to the running server: stop it to move/);
    await release();
    const here = await openDatabase({ dataDir: source.DATA_DIR });
    const [last] = rowsOf<{ id: number }>(
      await here.db.execute(
        "select id, hash, created_at from drizzle.__drizzle_migrations order by id desc limit 1",
      ),
    );
    const shift = (by: string) =>
      here.db.execute(
        `update drizzle.__drizzle_migrations set created_at = created_at ${by} where id = ${last!.id}`,
      );
    await shift("- 1");
    await here.close();
    await refused(/^matinee: DATA_DIR \S+: the database's schema is of another version of Matinee/);
  });
});
