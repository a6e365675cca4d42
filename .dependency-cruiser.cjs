/** The arrows of docs/architecture.md: each part may import only what lies below it. */
const code = "^(app|api|contract|server|server\\.ts)";

/** An import that must not be. @param path of who may not; what it may not import; `pathNot` excepts */
const never = (name, from, to, comment) => ({
  name,
  severity: "error",
  ...(comment && { comment }),
  from: typeof from === "string" ? { path: from } : from,
  to: typeof to === "string" ? { path: to } : to,
});

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    never("no-cycles", {}, { circular: true }, "Also of types alone."),
    never(
      "contract-imports-only-zod",
      { path: "^contract/", pathNot: "\\.test\\.ts$" },
      { pathNot: ["^contract/", "^node_modules/zod/"] },
    ),
    never("app-never-imports-the-backend", "^app/", "^(api|server)(/|\\.ts$)"),
    never("backend-never-imports-the-app", "^api/", "^(app|server)(/|\\.ts$)"),
    never(
      "server-uses-only-the-apps-seam",
      "^server/",
      { path: "^app/", pathNot: "^app/lib/(device|load-context)\\.ts$" },
      "device and load context",
    ),
    never("no-feature-imports-another", "^app/features/([^/]+)/", {
      path: "^app/features/",
      pathNot: "^app/features/$1/",
    }),
    never("ui-has-no-data-access", "^app/ui/", "^app/(features|routes|api-client)/"),
    never("features-know-no-route", "^app/(features|lib|api-client)/", "^app/routes/"),
    never(
      "api-client-stands-alone",
      { path: "^app/api-client/", pathNot: "\\.test\\.ts$" },
      { path: "^app/", pathNot: "^app/api-client/" },
    ),
    never(
      "only-compose-knows-adapters",
      {
        path: code,
        pathNot:
          "^(api/adapters/|api/compose(-storage|-magnets|-payment)?\\.ts|api/demo/studio-process\\.ts|.*\\.test\\.ts$)",
      },
      "^api/adapters/",
      "The studio is a process of its own, and composes itself.",
    ),
    never("adapters-import-ports", "^api/adapters/([^/]+)/", {
      path: "^api/",
      pathNot: ["^api/(ports|db)/", "^api/adapters/$1/"],
    }),
    never("ports-are-types-alone", "^api/ports/", { pathNot: "^(api/ports|contract)/" }),
    never(
      "domain-knows-no-http",
      { path: "^api/domain/", pathNot: "\\.test\\.ts$" },
      "^(api/(http|compose)|node_modules/hono)",
    ),
    never("db-knows-nothing-above", "^api/db/", { path: "^api/", pathNot: "^api/db/" }),
    never(
      "no-dumping-grounds",
      {},
      { path: "(^|/)(utils?|helpers?|misc|common)(\\.tsx?$|/)", pathNot: "node_modules" },
    ),
    never("resolvable", { path: code }, { couldNotResolve: true, pathNot: "^virtual:" }),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default"] },
  },
};
