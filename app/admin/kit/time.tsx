import { useTranslation } from "react-i18next";
import { utc } from "../../lib/zone.ts";
import { TextField, type FieldSource } from "./forms/fields.tsx";
import { useWriters, writers } from "./format.ts";
import { useZone } from "./zone.ts";

/** A time in the reader's zone; in another one than UTC its title is the same time in UTC. */
export function Time({ at }: { at: string }) {
  const write = useWriters();
  const { language } = useTranslation().i18n;
  const title = useZone() === utc ? undefined : `${writers(language).at(at)} ${utc}`;
  return (
    <time dateTime={at} title={title}>
      {write.at(at)}
    </time>
  );
}

/** The zone that a form is shown in and will be read in. */
export function ZoneField() {
  return <input type="hidden" name="zone" value={useZone()} />;
}

/** The last day of something, until its end in the reader's zone; empty = without an end. */
export function LastDayField({ field, label }: { field: FieldSource; label: string }) {
  const { t } = useTranslation();
  const zone = useZone();
  return (
    <>
      <ZoneField />
      <TextField field={field} label={label} hint={t("admin.user.untilHint", { zone })} type="date" />
    </>
  );
}
