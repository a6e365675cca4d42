import type { z } from "zod";
import type { Permission } from "./accounts/permissions.ts";

export type { Permission };

/** Callers allowed: anyone · anyone, and a token is read if there is one · a session · an admin. */
export type Access = "public" | "optional" | "session" | "admin";

/** An admin's call names its permission (contract/accounts/permissions.ts); other calls have none. */
type Guard =
  { access: Exclude<Access, "admin">; permission?: undefined } | { access: "admin"; permission: Permission };

/**
 * One call of the API. The server's router, the typed helper and the OpenAPI document are all made from these objects,
 * which are the only definition of a call.
 */
export type Call<M extends "GET" | "POST", I extends z.ZodObject, O extends z.ZodType> = Said<I, O> & {
  method: M;
};

type Said<I extends z.ZodObject, O extends z.ZodType> = Guard & {
  summary: string;
  /** Strict: an unknown field is refused. Plain JSON types; a GET's query strings are converted to them. */
  input: I;
  output: O;
};

/** Reading call: no side effect, the payload is in the query. */
export function get<I extends z.ZodObject, O extends z.ZodType>(call: Said<I, O>): Call<"GET", I, O> {
  return { method: "GET", ...call };
}

/** Writing call: idempotent, the payload is JSON. */
export function post<I extends z.ZodObject, O extends z.ZodType>(call: Said<I, O>): Call<"POST", I, O> {
  return { method: "POST", ...call };
}
