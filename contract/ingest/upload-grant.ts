/** The field in which a form that leads elsewhere carries our own claim. */
export const grantField = "x-amz-meta-grant";

/**
 * What a form of `oss/form` lets its owner send us directly: in pieces, or without a name. The same for every storage,
 * wherever the form itself leads.
 * @returns `<policy>.<signature>`
 */
export function grantOf(form: Readonly<Record<string, string>>): string {
  return form[grantField] ?? `${form["policy"] ?? ""}.${form["signature"] ?? ""}`;
}

/** The name a file is posted under: a form may put it in a place of its own. */
export function keyIn(form: Readonly<Record<string, string>>, name: string): string {
  return form["key"]?.replace("${filename}", () => name) ?? name;
}

/** The header that says the same of a request that is no form, or one that is only passed on. */
export const grantHeader = "Upload-Grant";
