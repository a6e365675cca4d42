import { mostUnseen } from "../../contract/service/notice-topics.ts";

/** A number in a red pill. `label` says what is counted. Without hooks: kept markup has it. */
export function CountBadge({
  count,
  label,
  className = "",
}: {
  count: number;
  label: string;
  className?: string;
}) {
  return (
    <span className={`count-badge ${className}`}>
      <span aria-hidden="true">{count > mostUnseen ? `${mostUnseen}+` : count}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
