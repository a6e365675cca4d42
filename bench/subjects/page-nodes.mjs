// JavaScript, not TypeScript: parse5 is installed on demand, and the types of the whole project are checked without it.
import { parse } from "parse5";

/**
 * An element as React takes it, or a text.
 * @typedef {string | { tag: string, props: Record<string, unknown>, children: PageNode[] }} PageNode
 */

const names = {
  class: "className",
  for: "htmlFor",
  charset: "charSet",
  crossorigin: "crossOrigin",
  srcset: "srcSet",
  tabindex: "tabIndex",
  viewbox: "viewBox",
  playsinline: "playsInline",
  novalidate: "noValidate",
  "http-equiv": "httpEquiv",
};
const flags = new Set([
  "async",
  "defer",
  "controls",
  "playsinline",
  "muted",
  "autoplay",
  "disabled",
  "checked",
  "required",
  "hidden",
  "novalidate",
  "nomodule",
  "inert",
  "open",
]);

/**
 * The elements of a document as React's. Only scripts and styles keep their text unchanged (React has no other way to
 * write them); everything else is an element or a text node. Comments are left out: React makes its own.
 * @param {string} html
 * @returns {PageNode}
 */
export function nodesOf(html) {
  // Without scripts the content of <noscript> is elements too.
  const root = parse(html, { scriptingEnabled: false }).childNodes.find((node) => node.nodeName === "html");
  if (!root) throw new Error("the page has no html element");
  return nodeOf(root);
}

function nodeOf(node) {
  if ("value" in node) return node.value;
  if (!("tagName" in node)) return null;
  const props = Object.fromEntries(
    node.attrs.map(({ name, value, prefix }) => propOf(prefix ? `${prefix}:${name}` : name, value)),
  );
  const children = node.childNodes.map(nodeOf).filter((child) => child !== null);
  if (node.tagName !== "script" && node.tagName !== "style") return { tag: node.tagName, props, children };
  if (children.length > 0) props.dangerouslySetInnerHTML = { __html: children.join("") };
  return { tag: node.tagName, props, children: [] };
}

function propOf(name, value) {
  if (name === "style") return ["style", styleOf(value)];
  if (flags.has(name)) return [names[name] ?? name, true];
  // React writes these camel-cased names as in HTML; it passes on other names with a dash.
  return [names[name] ?? name, value];
}

function styleOf(text) {
  const pairs = text.split(";").flatMap((rule) => {
    const at = rule.indexOf(":");
    return at < 0 ? [] : [[camel(rule.slice(0, at).trim()), rule.slice(at + 1).trim()]];
  });
  return Object.fromEntries(pairs);
}

function camel(name) {
  return name.startsWith("--") ? name : name.replace(/-([a-z])/g, (_all, letter) => letter.toUpperCase());
}
