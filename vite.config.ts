import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { denyImports } from "vite-env-only";
import { defineConfig } from "vite";
import remixOptions from "./remix.config.js";

export default defineConfig({
  plugins: [
    denyImports({ client: { files: ["api/**", "server.ts", "server/**"], specifiers: [/^node:/] } }),
    tailwindcss(),
    remix(remixOptions),
  ],
  build: { target: "es2022", assetsInlineLimit: 0 },
  server: { host: "127.0.0.1" },
});
