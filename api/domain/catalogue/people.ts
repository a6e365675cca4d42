import { creditRoles } from "../../../contract/catalogue/values.ts";
import type { Person } from "../../../contract/index.ts";

/** Roles in the order in which they are shown, each once. */
export function inOrder(roles: Person["roles"]): Person["roles"] {
  return creditRoles.filter((role) => roles.includes(role));
}
