/** The field that carries our own grant in a form that posts to another store. */
export const grantField = "x-amz-meta-grant";

/**
 * The part of a form from `oss/form` that authorises direct uploads to this server: in parts, or without a name. It is
 * the same for every storage, wherever the form itself posts.
 * @returns `<policy>.<signature>`
 */
export function grantOf(form: Readonly<Record<string, string>>): string {
  return form[grantField] ?? `${form["policy"] ?? ""}.${form["signature"] ?? ""}`;
}

/** The name a file is posted under: a form may add a prefix to it. */
export function keyIn(form: Readonly<Record<string, string>>, name: string): string {
  return form["key"]?.replace("${filename}", () => name) ?? name;
}

/** The header that carries the same grant in a request that is not a form, or whose form is streamed through. */
export const grantHeader = "Upload-Grant";
