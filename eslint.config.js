import js from "@eslint/js";
import reactHooks from "eslint-plugin-react-hooks";
import regexp from "eslint-plugin-regexp";
import tseslint from "typescript-eslint";

export default tseslint.config(
  {
    ignores: [
      "build/",
      "data/",
      "node_modules/",
      "bench/node_modules/",
      "bench/results/",
      "api/db/migrations/",
      "test-results/",
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  {
    files: ["**/*.{ts,tsx}"],
    rules: {
      "@typescript-eslint/consistent-type-definitions": ["error", "type"],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "max-lines": ["error", { max: 300, skipBlankLines: true, skipComments: true }],
      "no-console": "error",
      eqeqeq: "error",
    },
  },
  {
    // A longer function has a second thing in it.
    files: ["app/**", "api/**", "contract/**", "demo/**", "scripts/**", "server/**"],
    ignores: [
      "**/*.test.{ts,tsx}",
      // Every byte of these delays the first frame, and in parts they are a sixth larger.
      "app/performance/early-playback.ts",
      "app/features/player/engine/{hls-source,native-source}.ts",
      "app/features/player/quality/collect.ts",
    ],
    rules: {
      "max-lines-per-function": ["error", { max: 80, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    // Configuration is an argument: the environment is read at the start of the process, and nowhere else.
    files: ["app/**", "api/**", "contract/**", "demo/**", "server/**"],
    ignores: ["**/*.test.ts", "**/*.test.tsx"],
    rules: {
      "no-restricted-properties": [
        "error",
        {
          object: "process",
          property: "env",
          message: "Take it as an argument; server.ts reads the environment.",
        },
      ],
    },
  },
  {
    files: ["app/**", "api/**", "contract/**", "server/**"],
    ignores: ["**/*.test.ts", "**/*.test.tsx"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector:
            "TSUnionType:not(:has(> TSNullKeyword, > TSUndefinedKeyword)) > TSTypeReference[typeName.name='Promise']",
          message: "A value or a promise needs two branches at every caller: be async.",
        },
        {
          selector: "BinaryExpression[operator='instanceof'][right.name='Promise']",
          message: "Await it: a function either returns promises or does not.",
        },
        {
          selector:
            ":matches(SpreadElement, JSXSpreadAttribute) > :matches(ObjectExpression, ArrayExpression)",
          message: "Write the properties or items themselves.",
        },
        {
          selector: "SpreadElement > TSAsExpression > :matches(ObjectExpression, ArrayExpression)",
          message: "Write the properties or items themselves.",
        },
        {
          selector:
            "CallExpression[callee.name='useState'] > ArrowFunctionExpression[body.type='ArrowFunctionExpression']",
          message: "A function that stays the same is useCallback, or useRef.",
        },
      ],
    },
  },
  {
    // Untrusted input reaches nearly every pattern: none may take more than linear time.
    files: ["app/**", "api/**", "contract/**", "demo/**", "server/**"],
    ignores: ["**/*.test.ts"],
    plugins: { regexp },
    rules: {
      "regexp/no-super-linear-backtracking": ["error", { report: "potential" }],
      "regexp/no-super-linear-move": ["error", { report: "potential" }],
    },
  },
  {
    files: ["app/**"],
    plugins: { "react-hooks": reactHooks },
    rules: { "react-hooks/rules-of-hooks": "error", "react-hooks/exhaustive-deps": "error" },
  },
  {
    files: ["app/routes/**"],
    rules: { "max-lines": ["error", { max: 200, skipBlankLines: true, skipComments: true }] },
  },
  // Tables of test cases are long.
  {
    files: ["**/*.test.ts", "**/*.spec.ts"],
    rules: { "max-lines": ["error", { max: 400, skipBlankLines: true, skipComments: true }] },
  },
  { files: ["scripts/**", "bench/**"], rules: { "no-console": "off" } },
  {
    files: ["**/*.{js,mjs,cjs}"],
    languageOptions: {
      globals: { process: "readonly", console: "readonly", module: "readonly", URL: "readonly" },
    },
    rules: { "no-console": "off" },
  },
);
