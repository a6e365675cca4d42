import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const beside = [
  "app/**/*.test.ts",
  "app/**/*.test.tsx",
  "api/**/*.test.ts",
  "server/**/*.test.ts",
  "contract/**/*.test.ts",
  "demo/*.test.ts",
  "bench/*.test.ts",
];

/**
 * What two databases may do differently: text search, collation, dates, triggers, locks, upserts, migrations, queues.
 * Everything else of the integration tests proves the same twice.
 */
const differing = [
  "documented-sql",
  "retention",
  "accounts/{account,admin-user-list,merge,session}",
  "analysis/analysis*",
  "catalogue/{admin-catalogue,admin-movie-find,marks,people*,romaji,search*,stills-migrated}",
  "commerce/{codes-migrated,memberships,money,orders}",
  "ingest/{encoding-killed,jobs,process-lease}",
  "library/my-list",
  "playback/{playback,quality}",
  "service/{background-tasks,schema-versions,two-admins,undo-for-a-day,upgrade}",
].map((name) => `tests/integration/${name}.test.ts`);

/**
 * unit: beside the source, and the tree itself. pglite, postgresql: the API through its public calls, on each database;
 * embedded: the part of pglite that the other database does not prove as well.
 * server: the built product as a process. operations: many processes, with the programs that run around them.
 *
 * Both runs of the integration tests keep their process from file to file (`isolate: false`): loading the whole API and
 * the embedded database again for each of fifty files was a third of all their work. So a test must leave nothing in
 * the process: it ends everything it starts and keeps no state in a module.
 */
export default defineConfig({
  test: {
    // One less than the number of processors is the runner's own default, but at least two: on two processors, one
    // would be idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: "unit",
          include: [...beside, "tests/architecture/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          globalSetup: "tests/setup/migrated-pglite.ts",
        },
      },
      {
        test: {
          name: "pglite",
          include: ["tests/integration/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          env: { TEST_DATABASE: "pglite" },
          isolate: false,
          setupFiles: "tests/setup/own-globals.ts",
          globalSetup: "tests/setup/migrated-pglite.ts",
        },
      },
      {
        test: {
          name: "embedded",
          include: differing,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          env: { TEST_DATABASE: "pglite" },
          isolate: false,
          setupFiles: "tests/setup/own-globals.ts",
          globalSetup: "tests/setup/migrated-pglite.ts",
        },
      },
      {
        test: {
          name: "server",
          include: ["tests/server/**/*.test.ts"],
          // Each start has a minute of its own (tests/setup/server-process.ts).
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          globalSetup: "tests/setup/migrated-folder.ts",
        },
      },
      {
        test: {
          name: "operations",
          include: ["tests/operations/**/*.test.ts"],
          testTimeout: 300_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: "postgresql",
          include: ["tests/integration/**/*.test.ts", "tests/postgresql/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          env: { TEST_DATABASE: "postgresql" },
          globalSetup: "tests/setup/migrated-postgres.ts",
          isolate: false,
          setupFiles: "tests/setup/own-globals.ts",
        },
      },
    ],
  },
});
