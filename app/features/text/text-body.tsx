import { Link } from "@remix-run/react";
import { Fragment, type ReactNode } from "react";
import type { Block, Inline } from "./markup.ts";

/** A text page's blocks as elements. */
export function TextBody({ blocks }: { blocks: Block[] }) {
  return (
    <>
      {blocks.map((block, place) => (
        <Fragment key={place}>{elementOf(block)}</Fragment>
      ))}
    </>
  );
}

function elementOf(block: Block): ReactNode {
  switch (block.kind) {
    case "heading": {
      const Heading = block.level === 2 ? "h2" : "h3";
      return (
        <Heading id={block.id} tabIndex={-1}>
          {inline(block.parts)}
        </Heading>
      );
    }
    case "paragraph":
      return <p>{inline(block.parts)}</p>;
    case "list": {
      const List = block.ordered ? "ol" : "ul";
      return (
        <List>
          {block.items.map((item, place) => (
            <li key={place}>{inline(item)}</li>
          ))}
        </List>
      );
    }
    case "rule":
      return <hr />;
  }
}

function inline(parts: Inline[]): ReactNode {
  return parts.map((part, place) => {
    if (part.kind === "text") return part.text;
    const Emphasis = part.kind;
    if (Emphasis !== "link") return <Emphasis key={place}>{inline(part.parts)}</Emphasis>;
    return part.to.startsWith("/") ? (
      <Link key={place} to={part.to}>
        {inline(part.parts)}
      </Link>
    ) : (
      <a key={place} href={part.to} rel="noreferrer">
        {inline(part.parts)}
      </a>
    );
  });
}
