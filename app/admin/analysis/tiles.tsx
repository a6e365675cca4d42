import type { Tile } from "./view.ts";

/** Figures in a row, each with its earlier value. */
export function Tiles({ tiles, plain = false }: { tiles: Tile[]; plain?: boolean }) {
  return (
    <dl className={plain ? "z-tiles z-tiles-plain" : "z-tiles"}>
      {tiles.map(({ name, value, note }) => (
        <div key={name} className="z-tile">
          <dt>{name}</dt>
          <dd>{value}</dd>
          {note ? <dd className="text-xs! font-normal! tracking-normal! text-ink-faint!">{note}</dd> : null}
        </div>
      ))}
    </dl>
  );
}
