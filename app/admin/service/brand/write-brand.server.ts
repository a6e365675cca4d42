import { data, type AppLoadContext } from "@remix-run/node";
import { defaultAccent, nearestReadable } from "../../../../contract/service/accent.ts";
import { conflictOf, issuesOf, succeeded } from "../../../../contract/envelope.ts";
import type { Envelope } from "../../../../contract/index.ts";
import type { SettingValues } from "../../../../contract/service/settings.ts";
import { readFields } from "../../../lib/read-fields.server.ts";
import { FormRefused, receiveForm } from "../../../lib/receive-form.server.ts";
import type { AdminServer } from "../../../lib/require-permission.server.ts";
import { uploadPicture } from "../../../lib/upload-picture.server.ts";
import { readBase, refusedForm, whoChanged } from "../../kit/forms/read-form.server.ts";
import { repliesOf } from "../../kit/replies.server.ts";
import {
  readBrandValues,
  settingsOf,
  type BrandOutcome,
  type BrandValues,
  type PictureRole,
} from "./brand-values.ts";

const { done, failed, refuse } = repliesOf<BrandOutcome>();
/** Largest picture, in bytes: as the API takes it. */
const mostBytes = 5 * 1024 * 1024;

/** The form's names of the settings. */
const fieldOf = {
  brandName: "name",
  brandAccent: "accent",
  brandHero: "hero",
  brandLinks: "links",
  brandLanguage: "language",
  brandSender: "sender",
} as const;
type Key = keyof typeof fieldOf;

/** Saves the brand, shows it before that, or takes or removes one of its pictures (`intent`). */
export async function writeBrand(server: AdminServer, request: Request, context: AppLoadContext) {
  if (/^multipart\/form-data/i.test(request.headers.get("Content-Type") ?? ""))
    return takePicture(server, request, context);
  const form = await readFields(request, context);
  switch (form.get("intent")) {
    case "save":
      return save(server, form);
    case "preview":
      return refuse(refusedForm("brand", form, { errors: {}, message: "", base: baseOf(form) }));
    case "nearest":
      form.set("accent", nearestOf(form));
      return refuse(refusedForm("brand", form, { errors: {}, message: "", base: baseOf(form) }));
    case "remove-wordmark":
      return put(server, form, { brandWordmark: null });
    case "remove-icon":
      return put(server, form, { brandIcon: null });
    default:
      return failed(server.t("errors.invalid"));
  }
}

const baseOf = (form: FormData) => String(form.get("base") ?? "");

function nearestOf(form: FormData): string {
  const { accent } = readBrandValues(form);
  return /^#[\da-f]{6}$/.test(accent) ? nearestReadable(accent) : defaultAccent;
}

async function save({ api, t, locale, zone }: AdminServer, form: FormData) {
  const values = settingsOf(readBrandValues(form));
  const base = readBase(form);
  // Saves only what this form changed: another admin's changes to other settings stay.
  const changed = Object.fromEntries(
    Object.entries(values).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(base[key])),
  ) as Partial<SettingValues>;
  if (Object.keys(changed).length === 0) return done(t("admin.settings.same"));
  const answer = await api.post("z/settings/save", {
    revision: Number(form.get("revision")),
    values: changed,
  });
  if (succeeded(answer)) return done(t("profile.saved"));
  const errors = errorsOf(answer, readBrandValues(form));
  const conflict = conflictOf(answer);
  for (const { field, theirs } of conflict?.fields ?? [])
    errors[fieldOf[field as Key]] = t("admin.conflict.field", {
      value: typeof theirs === "string" ? theirs : JSON.stringify(theirs),
    });
  // The page shows the other admin's values next to the fields, so that a second save may overwrite them.
  if (conflict) form.set("revision", String(conflict.revision));
  const refused = Object.keys(errors).length > 0 ? t("login.checkFields") : answer.m;
  const message = conflict ? whoChanged(conflict, { t, locale, zone }) : refused;
  const labels = Object.fromEntries(Object.entries(fieldOf).map(([key, name]) => [name, key as Key]));
  const labelOf = (name: string) => {
    const row = /^links\[(\d+)\]\.(label|url)$/.exec(name);
    if (row)
      return t(row[2] === "url" ? "admin.brand.linkUrl" : "admin.brand.linkLabel", {
        number: Number(row[1]) + 1,
      });
    const key = labels[name];
    return key && t(`admin.setting.${key}`);
  };
  return refuse(refusedForm("brand", form, { errors, message, base: baseOf(form), labelOf }));
}

/** Errors by the form's fields: rows that were left empty have no number for the API. */
function errorsOf(answer: Envelope<unknown>, { links }: BrandValues): Record<string, string> {
  const rows = links.flatMap(({ label, url }, at) => (label !== "" || url !== "" ? [at] : []));
  return Object.fromEntries(
    issuesOf(answer).map(({ field, message }) => {
      const [, key = "", at, part] = field.split(".");
      const name = fieldOf[key as Key] ?? key;
      return [at === undefined ? name : `${name}[${rows[Number(at)]}].${part}`, message];
    }),
  );
}

async function takePicture(server: AdminServer, request: Request, context: AppLoadContext) {
  const { api, t } = server;
  let form;
  try {
    form = await receiveForm(request, { maxFileBytes: mostBytes });
  } catch (error) {
    if (!(error instanceof FormRefused)) throw error;
    return failed(t("errors.field.malformed"));
  }
  const role: PictureRole = form.text("intent") === "picture-icon" ? "icon" : "wordmark";
  const refuseIt = (error: string) =>
    data<BrandOutcome>(
      { picture: { role, error }, failed: t("login.checkFields"), at: [{ id: `file-${role}`, text: error }] },
      { status: 422 },
    );
  if (form.tooLarge) return refuseIt(t("errors.field.too_big"));
  if (!form.file) return refuseIt(t("admin.settings.noFile"));
  const stored = await uploadPicture(server, context, form.file, "any");
  if (!succeeded(stored)) return refuseIt(isBad(stored) ? t("admin.brand.badPicture") : stored.m);
  const drawn = await api.post("z/brand/picture", { role, key: stored.d.key });
  if (!succeeded(drawn)) {
    const reason = issuesOf(drawn)[0]?.reason;
    if (reason === "too_small") return refuseIt(t("admin.movie.pictureSmall"));
    return refuseIt(reason ? t("admin.brand.badPicture") : drawn.m);
  }
  const fields = new FormData();
  fields.set("revision", form.text("revision"));
  return put(server, fields, role === "icon" ? { brandIcon: drawn.d } : { brandWordmark: drawn.d });
}

const isBad = (answer: Envelope<unknown>) => issuesOf(answer)[0]?.reason === "format";

async function put({ api, t }: AdminServer, form: FormData, values: Partial<SettingValues>) {
  const answer = await api.post("z/settings/save", { revision: Number(form.get("revision")), values });
  return succeeded(answer) ? done(t("profile.saved")) : failed(answer);
}
