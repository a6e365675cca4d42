/**
 * A progress bar.
 * @param share 0 to 1
 * @param label what is in progress
 */
export function Meter({ share, label }: { share: number; label: string }) {
  return (
    <div
      className="z-meter"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(share * 100)}
    >
      <span style={{ inlineSize: `${share * 100}%` }} />
    </div>
  );
}
