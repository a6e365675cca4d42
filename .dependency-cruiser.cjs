/** The arrows of docs/architecture.md: each part may import only what lies below it. */
const code = "^(app|api|contract|server|server\\.ts)";

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      comment: "Also of types alone.",
      from: {},
      to: { circular: true },
    },
    {
      name: "contract-imports-only-zod",
      severity: "error",
      from: { path: "^contract/", pathNot: "\\.test\\.ts$" },
      to: { pathNot: ["^contract/", "^node_modules/zod/"] },
    },
    {
      name: "app-never-imports-the-backend",
      severity: "error",
      from: { path: "^app/" },
      to: { path: "^(api|server)(/|\\.ts$)" },
    },
    {
      name: "backend-never-imports-the-app",
      severity: "error",
      from: { path: "^api/" },
      to: { path: "^(app|server)(/|\\.ts$)" },
    },
    {
      name: "server-uses-only-the-apps-seam",
      severity: "error",
      comment: "device and load context",
      from: { path: "^server/" },
      to: { path: "^app/", pathNot: "^app/lib/(device|load-context)\\.ts$" },
    },
    {
      name: "no-feature-imports-another",
      severity: "error",
      from: { path: "^app/features/([^/]+)/" },
      to: { path: "^app/features/", pathNot: "^app/features/$1/" },
    },
    {
      name: "ui-has-no-data-access",
      severity: "error",
      from: { path: "^app/ui/" },
      to: { path: "^app/(features|routes|api-client)/" },
    },
    {
      name: "features-know-no-route",
      severity: "error",
      from: { path: "^app/(features|lib|api-client)/" },
      to: { path: "^app/routes/" },
    },
    {
      name: "api-client-stands-alone",
      severity: "error",
      from: { path: "^app/api-client/", pathNot: "\\.test\\.ts$" },
      to: { path: "^app/", pathNot: "^app/api-client/" },
    },
    {
      name: "only-compose-knows-adapters",
      severity: "error",
      comment: "The studio is a process of its own, and composes itself.",
      from: {
        path: code,
        pathNot: "^(api/adapters/|api/compose\\.ts|api/demo/studio-process\\.ts|.*\\.test\\.ts$)",
      },
      to: { path: "^api/adapters/" },
    },
    {
      name: "adapters-import-ports",
      severity: "error",
      from: { path: "^api/adapters/([^/]+)/" },
      to: { path: "^api/", pathNot: ["^api/(ports|db)/", "^api/adapters/$1/"] },
    },
    {
      name: "ports-are-types-alone",
      severity: "error",
      from: { path: "^api/ports/" },
      to: { pathNot: "^(api/ports|contract)/" },
    },
    {
      name: "domain-knows-no-http",
      severity: "error",
      from: { path: "^api/domain/", pathNot: "\\.test\\.ts$" },
      to: { path: "^(api/(http|compose)|node_modules/hono)" },
    },
    {
      name: "db-knows-nothing-above",
      severity: "error",
      from: { path: "^api/db/" },
      to: { path: "^api/", pathNot: "^api/db/" },
    },
    {
      name: "no-dumping-grounds",
      severity: "error",
      from: {},
      to: { path: "(^|/)(utils?|helpers?|misc|common)(\\.tsx?$|/)", pathNot: "node_modules" },
    },
    {
      name: "resolvable",
      severity: "error",
      from: { path: code },
      to: { couldNotResolve: true, pathNot: "^virtual:" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default"] },
  },
};
