/** Three posters fanned out, the first one with its ribbon: the picture for an empty list. */
export function EmptyListPicture() {
  return (
    <svg viewBox="0 0 176 112" width="176" height="112" aria-hidden="true">
      <rect x="30" y="22" width="54" height="80" rx="7" fill="#f3efe9" transform="rotate(-12 57 62)" />
      <rect x="92" y="22" width="54" height="80" rx="7" fill="#e5dfd6" transform="rotate(12 119 62)" />
      <rect x="58" y="14" width="60" height="90" rx="8" fill="#fff3d6" />
      <path
        d="M58 78c14-14 22-12 32-4s18 8 28-3v25a8 8 0 0 1-8 8H66a8 8 0 0 1-8-8z"
        fill="#e3b341"
        opacity=".55"
      />
      <circle cx="76" cy="40" r="8" fill="#e3b341" />
      <path d="M94 8h18v34l-9-7-9 7z" fill="var(--color-curtain)" />
      <path d="M94 8h18v6H94z" fill="var(--color-curtain-deep)" />
    </svg>
  );
}

/** A clock in front of a strip of video: the picture for an empty history. */
export function EmptyHistoryPicture() {
  const holes = [30, 46, 62, 78, 94, 110, 126, 142];
  return (
    <svg viewBox="0 0 176 112" width="176" height="112" aria-hidden="true">
      <g transform="rotate(-6 88 56)">
        <rect x="20" y="24" width="136" height="64" rx="7" fill="#e5dfd6" />
        <rect x="28" y="38" width="36" height="36" rx="4" fill="#fff3d6" />
        <rect x="70" y="38" width="36" height="36" rx="4" fill="#fff3d6" />
        <rect x="112" y="38" width="36" height="36" rx="4" fill="#fff3d6" />
        {holes.map((x) => (
          <path key={x} d={`M${x - 4} 28h7v5h-7zM${x - 4} 79h7v5h-7z`} fill="#fbfaf8" />
        ))}
      </g>
      <circle cx="88" cy="56" r="30" fill="var(--color-curtain)" />
      <circle cx="88" cy="56" r="23" fill="#fbfaf8" />
      <path
        d="M88 42v15l10 6"
        fill="none"
        stroke="#17141f"
        strokeWidth="4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** An empty ticket stub: the picture for a search without matches. */
export function NoMatchPicture() {
  return (
    <svg viewBox="0 0 120 72" width="120" height="72" aria-hidden="true">
      <path
        d="M8 20a6 6 0 0 1 6-6h92a6 6 0 0 1 6 6v8a8 8 0 0 0 0 16v8a6 6 0 0 1-6 6H14a6 6 0 0 1-6-6v-8a8 8 0 0 0 0-16z"
        fill="#f3efe9"
      />
      <path d="M40 16v40" stroke="#8d8592" strokeWidth="2" strokeDasharray="4 5" />
      <path d="M58 30h38M58 42h24" stroke="#e5dfd6" strokeWidth="5" strokeLinecap="round" />
    </svg>
  );
}
