// A bare server process that renders the pages of HTML files with React, the first at /, the others at /1, /2 …: <file …>.
// Prints its port.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createElement, type ReactNode } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { nodesOf } from "./page-nodes.mjs";

type PageNode = string | { tag: string; props: Record<string, unknown>; children: PageNode[] };

const pages = process.argv.slice(2).map((file) => nodesOf(readFileSync(file, "utf8")) as PageNode);

/** Elements are made again for each request, like those of any page's components; the props are prepared. */
function build(node: PageNode): ReactNode {
  return typeof node === "string" ? node : createElement(node.tag, node.props, ...node.children.map(build));
}

function Page({ page }: { page: PageNode }): ReactNode {
  return build(page);
}

const server = createServer((request, response) => {
  const page = pages[Number(request.url?.slice(1))] ?? pages[0]!;
  const { pipe } = renderToPipeableStream(createElement(Page, { page }), {
    onShellReady() {
      response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" });
      pipe(response);
    },
    onError: (error) => console.error(error),
  });
});
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
// The pipe closes when the parent ends.
process.stdin.on("end", () => process.exit()).resume();
