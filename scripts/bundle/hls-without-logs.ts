import { walk } from "estree-walker";
import type { Plugin } from "vite";

const ofHls = /\/hls\.js\/src\/.*\.ts$/;
const levels = new Set(["trace", "debug", "log", "info", "warn", "error"]);
/** Fewer would mean that an update logs in another way. */
const leastCalls = 200;

type Place = [from: number, to: number];

/**
 * Leaves out the calls by which hls.js logs: they do something only while `debug` is set, which we never do. What it
 * saves is in decision 005. Fails the build when an update has changed how they look.
 */
export function hlsWithoutLogs(): Plugin {
  let seen = false;
  let calls = 0;
  return {
    // After the compiler: what is read here is JavaScript.
    name: "hls-without-logs",
    transform(code, id) {
      if (!ofHls.test(id)) return null;
      seen = true;
      const found: Place[] = [];
      walk(this.parse(code) as Parameters<typeof walk>[0], {
        enter(node) {
          if (node.type !== "ExpressionStatement" || node.expression.type !== "CallExpression") return;
          const { callee } = node.expression;
          if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return;
          if (!levels.has(callee.property.name)) return;
          if (/(^this|\blogger)$/.test(code.slice(...placeOf(callee.object)))) found.push(placeOf(node));
        },
      });
      calls += found.length;
      let rest = code;
      for (const [from, to] of found.reverse()) rest = `${rest.slice(0, from)};${rest.slice(to)}`;
      return { code: rest, map: null };
    },
    generateBundle() {
      if (seen && calls < leastCalls) this.error(`hls.js has changed: it logs in ${calls} places only`);
    },
  };
}

/** The bundler's parser writes places that the general type of nodes does not know. */
function placeOf(node: object): Place {
  const { start, end } = node as { start: number; end: number };
  return [start, end];
}
