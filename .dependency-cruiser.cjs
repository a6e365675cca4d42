/** The arrows of docs/architecture.md: each part may import only what lies below it. */
const code = "^(app|api|contract|demo|server|server\\.ts)";

/** An import that must not be. @param path of who may not; what it may not import; `pathNot` excepts */
const never = (name, from, to, comment) => ({
  name,
  severity: "error",
  ...(comment && { comment }),
  from: typeof from === "string" ? { path: from } : from,
  to: typeof to === "string" ? { path: to } : to,
});

/** The areas, each with those it may lean on (docs/architecture.md). Any may use the kernel; use-cases span them. */
const below = {
  service: [],
  accounts: ["service"],
  catalogue: ["service", "accounts"],
  playback: ["service", "accounts", "catalogue"],
  library: ["service", "accounts", "catalogue", "playback"],
  ingest: ["service", "accounts", "catalogue", "playback"],
  commerce: ["service", "accounts"],
  analysis: ["service", "accounts", "catalogue", "playback", "library", "ingest", "commerce"],
};
const areas = Object.keys(below).join("|");

/** On a floor that has the areas as folders, what each may not import. */
const tiersOf = (floor) =>
  Object.entries(below).map(([area, allowed]) =>
    never(`tiers-of-${floor.replace("/", "-")}-${area}`, `^${floor}/${area}/`, {
      path: `^${floor}/(${areas}|use-cases)/`,
      pathNot: `^${floor}/(${[area, ...allowed].join("|")})/`,
    }),
  );

/** The same of an area's handlers, `api/http/<area>.ts`. A use-case that spans areas is theirs as well. */
const tiersOfHandlers = Object.entries(below).map(([area, allowed]) =>
  never(`tiers-of-api-http-${area}`, `^api/http/${area}\\.ts$`, {
    path: `^(api/domain|contract)/(${areas})/`,
    pathNot: `^(api/domain|contract)/(${[area, ...allowed].join("|")})/`,
  }),
);

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    never("no-cycles", {}, { circular: true }, "Also of types alone."),
    never(
      "contract-imports-only-zod",
      { path: "^contract/", pathNot: "\\.test\\.ts$" },
      { pathNot: ["^contract/", "^node_modules/zod/"] },
    ),
    never("app-never-imports-the-backend", "^app/", "^(api|demo|server)(/|\\.ts$)"),
    never("backend-never-imports-the-app", "^(api|demo)/", "^(app|server)(/|\\.ts$)"),
    never("backend-knows-no-demo", { path: "^api/", pathNot: "\\.test\\.ts$" }, "^demo/"),
    never(
      "server-uses-only-the-apps-seam",
      "^server/",
      {
        path: "^app/",
        pathNot: "^app/(lib/(device|load-context|request-language)|performance/inline-styles)\\.ts$",
      },
      "device, language, load context, styles inside of documents",
    ),
    ...["api/domain", "contract"].flatMap(tiersOf),
    ...tiersOfHandlers,
    never("kernel-knows-no-area", "^api/domain/kernel/", {
      path: "^api/domain/",
      pathNot: "^api/domain/kernel/",
    }),
    never("admin-areas-share-the-kit-alone", "^app/admin/([^/]+)/", {
      path: "^app/admin/",
      pathNot: "^app/admin/($1|kit)/",
    }),
    never("kit-knows-no-screen", "^app/admin/kit/", { path: "^app/admin/", pathNot: "^app/admin/kit/" }),
    never("admin-and-features-stay-apart", "^app/(admin|features)/", {
      path: "^app/(admin|features)/",
      pathNot: "^app/$1/",
    }),
    never("no-feature-imports-another", "^app/features/([^/]+)/", {
      path: "^app/features/",
      pathNot: "^app/features/$1/",
    }),
    never("performance-sits-beside-features", "^app/performance/", {
      path: "^app/",
      pathNot: "^app/(performance|ui|lib)/",
    }),
    never(
      "what-lies-below-knows-no-performance",
      "^app/(admin/(?!kit/)|ui/|lib/|api-client/)",
      "^app/performance/",
    ),
    never("ui-has-no-data-access", "^app/ui/", "^app/(admin|features|routes|api-client)/"),
    never("lib-knows-nothing-above", "^app/lib/", "^app/(admin|features|routes|ui)/"),
    never("features-know-no-route", "^app/(admin|features)/", "^app/routes/"),
    never(
      "only-routes-know-the-root",
      { path: "^app/[^/]+/", pathNot: "^app/routes/|\\.test\\.tsx?$" },
      "^app/[^/]+$",
      "The files directly in app/: root, entries, table of URLs.",
    ),
    never(
      "api-client-stands-alone",
      { path: "^app/api-client/", pathNot: "\\.test\\.ts$" },
      { path: "^app/", pathNot: "^app/api-client/" },
    ),
    never(
      "only-compose-knows-adapters",
      {
        path: code,
        pathNot: "^(api/adapters/|api/compose/|demo/studio-process\\.ts|.*\\.test\\.ts$)",
      },
      "^api/adapters/",
      "The studio is a process of its own, and composes itself.",
    ),
    never("adapters-import-ports", "^api/adapters/([^/]+)/", {
      path: "^api/",
      pathNot: ["^api/(ports|db|domain/kernel)/", "^api/adapters/$1/"],
    }),
    never("ports-are-types-alone", "^api/ports/", { pathNot: "^(api/ports|contract)/" }),
    never(
      "domain-knows-no-http",
      { path: "^api/domain/", pathNot: "\\.test\\.ts$" },
      "^(api/(http|compose|worker)|node_modules/hono)",
    ),
    never("http-and-worker-stay-apart", "^api/(http|worker)/", {
      path: "^api/(http|worker|compose)/",
      pathNot: "^api/$1/",
    }),
    never("product-knows-no-test", { path: code, pathNot: "\\.test\\.tsx?$" }, "^(bench|e2e|scripts|tests)/"),
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
