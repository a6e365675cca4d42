import { CircleAlert, CircleCheck } from "lucide-react";

/** A message of the server in the place of a toast, for pages without scripts too. */
export function Flash({ text, tone }: { text: string; tone: "error" | "done" }) {
  const Icon = tone === "error" ? CircleAlert : CircleCheck;
  return (
    <p
      role={tone === "error" ? "alert" : "status"}
      className={`flex items-start gap-2.5 rounded-lg px-3.5 py-3 text-sm font-medium ${
        tone === "error" ? "bg-curtain-tint text-curtain-deep" : "bg-mist text-ink"
      }`}
    >
      <Icon aria-hidden="true" className="mt-px size-4.5 shrink-0" />
      {text}
    </p>
  );
}
