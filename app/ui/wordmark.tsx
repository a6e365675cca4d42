import {
  brandPictureAddress,
  defaultBrandName,
  type BrandFacts,
} from "../../contract/service/brand-facts.ts";
import { useDocument } from "../lib/document-context.ts";

/** The name of the service: the operator's picture or written name, else the product's drawn one. */
export function Wordmark({ className = "h-7 w-auto" }: { className?: string }) {
  return <BrandMark brand={useDocument().brand} className={className} />;
}

/** The same of any brand. */
export function BrandMark({
  brand: { name, wordmark },
  className,
  source,
}: {
  brand: Pick<BrandFacts, "name" | "wordmark">;
  className: string;
  /** Of a picture that is not stored yet. */
  source?: string | undefined;
}) {
  if (wordmark) {
    const { width, height } = wordmark;
    const address = source ?? brandPictureAddress(wordmark);
    return <img src={address} width={width} height={height} alt={name} className={`wordmark ${className}`} />;
  }
  if (name !== defaultBrandName)
    return (
      <span className="wordmark-name" dir="auto">
        {name}
      </span>
    );
  return <DrawnName className={className} />;
}

/** One line, and an afternoon sun as the dot of its i. */
function DrawnName({ className }: { className: string }) {
  return (
    <svg
      viewBox="0 0 190 46"
      width="190"
      height="46"
      role="img"
      aria-label={defaultBrandName}
      className={className}
    >
      <g fill="none" stroke="currentColor" strokeWidth="5.4" strokeLinecap="round" strokeLinejoin="round">
        <path d="M4 40V19M4 28a8.5 8.5 0 0 1 17 0v12M21 28a8.5 8.5 0 0 1 17 0v12" />
        <path d="M69 30a10.5 10.5 0 1 0-21 0 10.5 10.5 0 1 0 21 0M69 19.5V40" />
        <path d="M81 9v24a7 7 0 0 0 7 7M75.5 19.5H88" />
        <path d="M96.5 20v20" />
        <path d="M107 40V19.5M107 28.5a9 9 0 0 1 18 0V40" />
        <path d="M135.5 30.2H155A9.75 10.2 0 1 0 152 37.4" />
        <path d="M164.5 30.2H184A9.75 10.2 0 1 0 181 37.4" />
      </g>
      <circle cx="96.5" cy="8.5" r="4.6" fill="var(--color-curtain)" />
    </svg>
  );
}
