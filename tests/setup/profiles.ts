import type { TestBackend } from "./backend.ts";

/** Fields of a profile; `age_limit` makes a kids profile of it. */
export const fields = { name: "Kim", look: 1, locale: null, age_limit: null, unrated: false };

/** Adds a profile. @returns its id */
export async function addProfile(
  backend: TestBackend,
  token: string,
  given: Partial<Omit<typeof fields, "age_limit" | "locale">> & { age_limit?: number; locale?: string } = {},
): Promise<string> {
  const { c, m, d } = await backend.post("profiles/create", { ...fields, ...given }, { token });
  if (c !== 0) throw new Error(`profiles/create: ${c} ${m}`);
  return d.id as string;
}

/** Opens a profile, by a PIN or the password where it takes one. @returns the answer */
export function openProfile(
  backend: TestBackend,
  token: string,
  id: string,
  by: { pin?: string; password?: string } = {},
) {
  return backend.post("profiles/open", { id, ...by }, { token });
}
